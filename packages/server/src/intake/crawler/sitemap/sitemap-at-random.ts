import type { SourceItem } from '../../readers/index.ts';
import { readIndex, readItems, type SitemapCrawlState, takeFront } from './sitemap-steps.ts';

/** Files that one call may read. */
const MAX_FILES = 60;
/** The target is spread over this many files, if each yields its share. */
const SPREAD = 5;
/** Addresses of one file to sample from; some may be known already. */
const MAX_CANDIDATES = 2000;

/** Picks random files of the index, and random addresses in each. */
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

/** A fair sample of a stream of unknown length, in bounded memory (Vitter's algorithm R). */
export function createReservoir<T>(size: number) {
  const kept: T[] = [];
  let seen = 0;
  return {
    add(value: T) {
      seen += 1;
      if (kept.length < size) {
        kept.push(value);
        return;
      }
      const place = Math.floor(Math.random() * seen);
      if (place < size) kept[place] = value;
    },
    /** The sample, in random order. */
    take() {
      const shuffled = [...kept];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = Math.floor(Math.random() * (last + 1));
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
  };
}
