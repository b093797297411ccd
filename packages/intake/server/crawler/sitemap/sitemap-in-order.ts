import type { SourceItem } from '../../readers/index.ts';
import { moveCursor, type SitemapCursor, selectProgress } from './sitemap-crawl-queries.ts';
import { readIndex, readItems, type SitemapCrawlState, takeFront } from './sitemap-steps.ts';

const MAX_FILES = 60;
const BATCH = 500;

/**
 * Reads the index's files in order from the cursor, wrapping around. The cursor moves in the transaction that queues
 * what precedes it, and only from where this call read it: concurrent calls continue one after the other.
 */
export async function crawlInOrder(state: SitemapCrawlState): Promise<void> {
  const { crawler, source } = state;
  const begin = await selectProgress(crawler.db, source.id);
  const urls = new Map<number, string>();
  const files = await readIndex(state, (url, index) => {
    if (index < MAX_FILES || (index >= begin.file && index < begin.file + MAX_FILES)) urls.set(index, url);
  });
  if (files === 0) return;
  let cursor = await foundCursor(state, begin, files);
  let left = Math.min(files, MAX_FILES);
  // The first file is read again at the end, for what precedes the cursor.
  if (cursor.offset > 0) left += 1;
  while (left > 0 && state.wanted() > 0 && !state.signal.aborted) {
    const url = urls.get(cursor.file);
    if (url === undefined) return;
    const reached = await crawlFile(state, url, cursor, files);
    if (reached.isEnd) left -= 1;
    cursor = reached.cursor;
  }
}

/** An index that became shorter starts over. */
async function foundCursor(
  { crawler, source, dryRun }: SitemapCrawlState,
  begin: SitemapCursor,
  files: number,
) {
  if (begin.file < files) return { file: begin.file, offset: begin.offset };
  const start = { file: 0, offset: 0 };
  if (dryRun) return start;
  await moveCursor(crawler.db, source.id, begin, start);
  return selectProgress(crawler.db, source.id);
}

interface Reached {
  cursor: SitemapCursor;
  isEnd: boolean;
}

async function crawlFile(
  state: SitemapCrawlState,
  url: string,
  begin: SitemapCursor,
  files: number,
): Promise<Reached> {
  let cursor = begin;
  let batch: SourceItem[] = [];
  let place = 0;
  for await (const item of readItems(state, url)) {
    place += 1;
    if (place <= begin.offset) continue;
    batch.push(item);
    if (batch.length < BATCH) continue;
    const taken = await takeBatch(state, batch, cursor, (consumed) => stepOf(cursor, consumed));
    if (!taken.isOurs || state.wanted() <= 0) return { cursor: taken.cursor, isEnd: false };
    cursor = taken.cursor;
    batch = [];
  }
  const end = { file: (cursor.file + 1) % files, offset: 0 };
  const isEnd = (consumed: number) => consumed === batch.length && !state.signal.aborted;
  const taken = await takeBatch(state, batch, cursor, (consumed) =>
    isEnd(consumed) ? end : stepOf(cursor, consumed),
  );
  return { cursor: taken.cursor, isEnd: taken.isOurs && taken.cursor === end };
}

function stepOf(cursor: SitemapCursor, consumed: number): SitemapCursor {
  return { file: cursor.file, offset: cursor.offset + consumed };
}

/** Returns the new position if another call moved the cursor first. */
async function takeBatch(
  state: SitemapCrawlState,
  batch: readonly SourceItem[],
  from: SitemapCursor,
  targetOf: (consumed: number) => SitemapCursor,
): Promise<{ cursor: SitemapCursor; isOurs: boolean }> {
  const { db } = state.crawler;
  const { id } = state.source;
  let target = from;
  const consumed = await takeFront(state, batch, Number.POSITIVE_INFINITY, (tx, n) => {
    target = targetOf(n);
    return moveCursor(tx, id, from, target);
  });
  if (consumed === undefined) return { cursor: await selectProgress(db, id), isOurs: false };
  return { cursor: state.dryRun ? targetOf(consumed) : target, isOurs: true };
}
