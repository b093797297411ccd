import type { SourceItem } from '../../readers/index.ts';
import { readIndex, readItems, type SitemapCrawlState, takeFront } from './sitemap-steps.ts';

const MAX_FILES = 60;
/** Spreads the target over this many files. */
const SPREAD = 5;
/** Sample size per file; some may be known already. */
const MAX_CANDIDATES = 2000;

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

/** A fair sample of a stream of unknown length in bounded memory (Vitter's algorithm R). */
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
