import { hash } from 'node:crypto';
import { SEARCHES_KEPT_DAYS, type SearchRecord, type SearchRecords } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { createBatchLoader } from '@vesper/core/lib/batch-loader.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { widerNetworkOf } from '@vesper/core/lib/outbound/network-address.ts';
import { createNetworkLimit } from '@vesper/core/lib/outbound/network-limit.ts';
import { type SynonymsOf, searchVideos } from '@vesper/library/search';
import { publiclyVisible } from '@vesper/library/videos';
import { dailySalt, isRobot } from '@vesper/library/views';
import { sql } from 'kysely';
import { acceptedText, spelledOnce } from './accepted-text.ts';
import {
  type Asking,
  countSearches,
  deletePast,
  deleteSettled,
  insertSettled,
  selectSearches,
  selectUncounted,
  updateResults,
} from './search-queries.ts';
import { searchRecordView } from './view.ts';

const BATCH = 200;
/** Per hour: limits the space that a flood of invented searches can take. */
const MOST_OF_A_NETWORK = 60;
const MOST_OF_ALL = 20_000;
const MOST_OF_A_DAY = 5000;
const MS_A_DAY = 86_400_000;
const RECENT_DAYS = 7;
const MOST_COUNTED = 1000;
const READ_AT_ONCE = 1000;

export type SearchRecorder = ReturnType<typeof createSearchRecorder>;

export interface Searching {
  text: string;
  visitor: { address: string; userAgent: string };
}

/**
 * Counts each network once per text and day, by keyed hashes whose salt is deleted with the day. Stores the text itself
 * only once several networks searched for it.
 */
export function createSearchRecorder({ db, clock, counts }: { db: Db; clock: Clock; counts: Counts }) {
  const saltOf = dailySalt(db);
  const networks = createNetworkLimit(counts, {
    name: 'searches',
    mostAnHour: MOST_OF_A_NETWORK,
    networkOfAddress: widerNetworkOf,
  });
  const counted = createBatchLoader(countAll, BATCH);

  async function record({ text: typed, visitor }: Searching): Promise<boolean> {
    const text = acceptedText(typed);
    if (text === undefined || isRobot(visitor.userAgent)) return false;
    if (!(await networks.take(visitor.address)) || !(await counts.take('all searches', '', MOST_OF_ALL)))
      return false;
    const now = clock.now();
    const salt = await saltOf(now);
    const markOf = (...what: string[]) =>
      hash('sha256', salt + JSON.stringify(['search', ...what]), 'buffer');
    return counted.load({
      day: dayOf(now),
      text,
      mark: markOf(text, widerNetworkOf(visitor.address)),
      textMark: markOf(text),
    });
  }

  async function countAll(askings: readonly (Asking & { day: string })[]): Promise<boolean[]> {
    const fresh = new Set<string>();
    for (const [day, some] of Map.groupBy(askings, (asking) => asking.day))
      for (const mark of await countSearches(db, day, some)) fresh.add(mark.toString('latin1'));
    // Of two equal ones in a batch, the first counts.
    return askings.map(({ mark }) => fresh.delete(mark.toString('latin1')));
  }

  return { record };
}

export async function forgetSearches(db: Db, now: Date): Promise<void> {
  const oldest = dayOf(now, SEARCHES_KEPT_DAYS);
  await deletePast(db, { today: dayOf(now), oldest, most: MOST_OF_A_DAY });
}

/** With the synonyms of all domains. */
export async function countResults(
  { db, synonyms }: Pick<ListedBy, 'db' | 'synonyms'>,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const synonymsOf = await synonyms.everywhere();
  const since = dayOf(now, RECENT_DAYS);
  const shown = { columns: sql`v.id`, condition: publiclyVisible };
  for (const text of await selectUncounted(db, since, MOST_COUNTED)) {
    signal.throwIfAborted();
    const { total } = await searchVideos(db, {
      ...{ text, shown, offset: 0, limit: 1, synonymsOf },
      isExact: true,
    });
    await updateResults(db, since, text, total);
  }
}

type SearchesRange = Parameters<Handlers['searches']['list']>[0];

interface ListedBy {
  db: Db;
  synonyms: { everywhere(): Promise<SynonymsOf> };
  isRefused: (text: string) => boolean;
}

/** Reads until the page is full: only this process knows synonyms and blocked terms. */
export async function listSearches(
  { db, synonyms, isRefused }: ListedBy,
  now: Date,
  range: SearchesRange,
): Promise<SearchRecords> {
  const { from = dayOf(now, RECENT_DAYS), to = dayOf(now), state, limit, after } = range;
  const isOpenOnly = state === 'open';
  const synonymsOf = await synonyms.everywhere();
  const searches: SearchRecord[] = [];
  for (let offset = after; ; offset += READ_AT_ONCE) {
    const rows = await selectSearches(db, { from, to, isOpenOnly, offset, limit: READ_AT_ONCE });
    for (const [n, row] of rows.entries()) {
      const isSynonym = synonymsOf(row.text).length > 0;
      if (isRefused(row.text) || (isOpenOnly && isSynonym)) continue;
      if (searches.length === limit) return { searches, next: offset + n };
      searches.push(searchRecordView(row, isSynonym));
    }
    if (rows.length < READ_AT_ONCE) return { searches, next: null };
  }
}

/** Returns whether anything changed. Unknown texts can be settled too. */
export function settleSearch(db: Db, text: string, isSettled: boolean): Promise<boolean> {
  const spelled = spelledOnce(text);
  return isSettled ? insertSettled(db, spelled) : deleteSettled(db, spelled);
}

/** `2026-11-30`, in UTC. */
function dayOf(now: Date, daysBefore = 0): string {
  return new Date(now.getTime() - daysBefore * MS_A_DAY).toISOString().slice(0, 10);
}
