import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

/** A source that needs somebody, and since when. */
export interface SourceInNeed {
  id: string;
  name: string;
  state: 'not_read' | 'stopped' | 'struck_out';
  since: Date | null;
}

/** Sources that could not be read the last time, or were stopped: the longest first. */
export function selectSourcesInNeed(db: Db, limit: number): Promise<SourceInNeed[]> {
  return execute(db)<SourceInNeed>`
    select id, name, state, since from (
      select id, name,
        case when struck_out_at is not null and strikes >= 3 then 'struck_out' when disabled_reason is not null then 'stopped'
          when enabled and reading_result = 'not_read' then 'not_read' end as state,
        case when struck_out_at is not null then struck_out_at
          when disabled_reason is null then reading_since end as since
      from video_sources where deleting_at is null) as s
    where state is not null order by since, id limit ${limit}::int`;
}

/** Enabled sources by name, and when each was last read well; for one that cannot be read now, not later than that. */
export function selectGoodReadings(
  db: Db,
  limit: number,
): Promise<{ id: string; name: string; lastGoodAt: Date }[]> {
  return execute(db)<{ id: string; name: string; lastGoodAt: Date }>`
    select id, name, case reading_result when 'not_read' then reading_since else reading_at end as "lastGoodAt"
    from video_sources where enabled and reading_at is not null and deleting_at is null
    order by created_at, id limit ${limit}::int`;
}
