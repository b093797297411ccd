import type { Db } from '@vesper/core/db/pool.ts';
import { ENGINES } from './engines.ts';
import { selectLastVisits, selectVisits } from './queries.ts';

const SHOWN_DAYS = 30;

/** The latest visitor first. */
export async function visitsByEngine(db: Db) {
  const last = new Map((await selectLastVisits(db)).map(({ engine, lastAt }) => [engine, lastAt]));
  const days = Map.groupBy(await selectVisits(db, SHOWN_DAYS), ({ engine }) => engine);
  // Removed engines may still have visits.
  const labels = new Map([
    ...[...last.keys()].map((engine): [string, string] => [engine, engine]),
    ...ENGINES.map(({ name, label }): [string, string] => [name, label]),
  ]);
  return [...labels]
    .map(([engine, label]) => ({
      ...{ engine, label },
      lastAt: last.get(engine) ?? null,
      days: (days.get(engine) ?? []).map(({ day, visits }) => ({ day, visits })),
    }))
    .sort((a, b) => Number(b.lastAt ?? 0) - Number(a.lastAt ?? 0));
}
