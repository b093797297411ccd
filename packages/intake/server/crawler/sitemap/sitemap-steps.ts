import type { Db } from '@vesper/core/db/pool.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { hostsOfSource, readSitemapItems, type SourceItem } from '../../readers/index.ts';
import type { VideoSourceRow } from '../../sources/index.ts';
import { admitIn, type Crawler, type Decisions, decidingOnce, inspect } from '../admit.ts';
import { saveSitemapFiles } from './sitemap-crawl-queries.ts';

export interface SitemapCrawlState {
  crawler: Crawler;
  source: VideoSourceRow;
  dryRun: boolean;
  fetch: SafeFetch;
  /** Aborted when time is up; addresses read by then count. */
  signal: AbortSignal;
  wanted(): number;
  count(decisions: Decisions): void;
  addProblem(message: string): void;
}

/** Yields each file of the index; a single list counts as its own index. */
export async function readIndex(
  { crawler, source, fetch, signal, addProblem }: SitemapCrawlState,
  visit: (url: string, index: number) => void,
): Promise<number> {
  let files = 0;
  for await (const entry of readSitemapItems(source.base_url, { fetch, signal })) {
    if (entry.type === 'problem') addProblem(entry.message);
    else if (entry.type === 'child') visit(entry.loc, files++);
    else {
      visit(source.base_url, 0);
      files = 1;
      break;
    }
  }
  if (files > 0) await saveSitemapFiles(crawler.db, source.id, files);
  return files;
}

/** Notes problems; ends when time is up. */
export async function* readItems(
  { source, fetch, signal, addProblem }: SitemapCrawlState,
  url: string,
): AsyncGenerator<SourceItem, void, undefined> {
  const site = hostsOfSource(source.base_url, source.hosts);
  try {
    for await (const entry of readSitemapItems(url, { fetch, signal, site })) {
      if (entry.type === 'item') yield entry;
      else if (entry.type === 'problem') addProblem(entry.message);
      else {
        addProblem(`The sitemap ${url} is an index inside an index, which is not read here.`);
        return;
      }
    }
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
  }
}

/** Takes what is wanted from the front. If `move` returns false, all is rolled back and the result is undefined. */
export async function takeFront(
  { crawler, source, dryRun, wanted, count }: SitemapCrawlState,
  items: readonly SourceItem[],
  most: number,
  move: (tx: Db, consumed: number) => Promise<boolean> = async () => true,
): Promise<number | undefined> {
  const candidates = { sourceId: source.id, runId: null, room: Math.min(most, wanted()), items };
  const { consumed, decisions } = await inspect(crawler, candidates);
  if (dryRun) {
    count(decisions);
    return consumed;
  }
  const front = { ...candidates, items: items.slice(0, consumed) };
  const admitted = await decidingOnce(crawler.db, async (tx) =>
    (await move(tx, consumed)) ? admitIn(tx, crawler.clock, front) : undefined,
  );
  if (!admitted) return undefined;
  count(admitted);
  return consumed;
}
