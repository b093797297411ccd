import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';

export interface VisitCount {
  engine: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  visits: number;
  lastAt: Date;
}

/** Also deletes counts older than a year. */
export async function addVisits(db: Db, counts: readonly VisitCount[]): Promise<void> {
  const column = <Name extends keyof VisitCount>(name: Name) => counts.map((count) => count[name]);
  await execute(db)`
    with forgotten as (delete from crawler_visits where day < current_date - 400)
    insert into crawler_visits (engine, day, visits, last_at)
    select * from unnest(${column('engine')}::text[], ${column('day')}::date[], ${column('visits')}::int[],
      ${column('lastAt')}::timestamptz[])
    order by 1, 2
    on conflict (engine, day) do update set visits = crawler_visits.visits + excluded.visits,
      last_at = greatest(crawler_visits.last_at, excluded.last_at)`;
}

export interface EngineDay {
  engine: string;
  day: string;
  visits: number;
}

export function selectVisits(db: Db, days: number): Promise<EngineDay[]> {
  return execute(db)<EngineDay>`
    select engine, day::text, visits from crawler_visits where day > (now() at time zone 'UTC')::date - ${days}::int
    order by engine, day`;
}

export function selectLastVisits(db: Db): Promise<{ engine: string; lastAt: Date }[]> {
  return execute(db)<{ engine: string; lastAt: Date }>`
    select engine, max(last_at) as "lastAt" from crawler_visits group by engine`;
}
