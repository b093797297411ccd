import type { SourceItem } from '../readers/index.ts';
import { createReservoir } from './reservoir.ts';
import { readIndex, readItems, type SitemapCrawlState, takeFront } from './sitemap-steps.ts';

/** Files that one call may read. */
const MAX_FILES = 60;
/** Over so many files what is wanted is spread, if each gives its share. */
const SPREAD = 5;
/** Addresses of one file from which the wanted ones are taken; the others may be known already. */
const MAX_CANDIDATES = 2000;

/** Picks files of the index at random, and in each of them addresses at random. */
export async function crawlAtRandom(state: SitemapCrawlState): Promise<void> {
  const sample = createReservoir<string>(MAX_FILES);
  await readIndex(state, sample.add);
  const files = sample.take();
  for (const [nth, file] of files.entries()) {
    if (state.wanted() <= 0 || state.signal.aborted) return;
    const candidates = createReservoir<SourceItem>(MAX_CANDIDATES);
    for await (const item of readItems(state, file)) candidates.add(item);
    const sharing = Math.max(1, Math.min(SPREAD, files.length) - nth);
    await takeFront(state, candidates.take(), Math.ceil(state.wanted() / sharing));
  }
}
