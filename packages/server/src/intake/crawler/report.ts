import type { CrawlerReport, Decision } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { countEndingsOfRun } from '../downloads/index.ts';
import { decisionOfFailure, selectRunCounts } from '../ledger/index.ts';
import type { CrawlerRunRow } from './queries.ts';

/** Error classes of downloads that their site has postponed. */
const POSTPONED: ReadonlySet<string | null> = new Set(['paused', 'http_429']);

/** What became of a run's addresses: of those that it tried by their downloads, of the others by their decisions. */
export async function reportOf(db: Db, run: CrawlerRunRow): Promise<CrawlerReport> {
  const met = (await selectRunCounts(db, run.id)) ?? [];
  const metAs = (...decisions: Decision[]) => sum(met.filter(({ decision }) => decisions.includes(decision)));
  const ends = await countEndingsOfRun(db, run.id);
  const isLater = ({ status, errorClass }: (typeof ends)[number]) =>
    status === 'pending' || POSTPONED.has(errorClass);
  const later = ends.filter(isLater);
  const ended = ends.filter((one) => !isLater(one));
  const endedAs = (...decisions: Decision[]) =>
    sum(ended.filter(({ errorClass }) => decisions.includes(decisionOfFailure(errorClass ?? ''))));
  return {
    brought: run.videos_added,
    alreadyHere: metAs('known', 'duplicate', 'blocked') + endedAs('duplicate', 'blocked'),
    noVideo: endedAs('no_video'),
    robots: endedAs('robots'),
    leftForLater: metAs('over_quota') + sum(later),
    failed: endedAs('failed') + metAs('failed'),
  };
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
