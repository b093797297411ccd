import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { execute } from '../../../kernel/db/run-sql.ts';
import type { DecidedCase } from './statements.ts';

/** The name of the ground instead of its words. */
export type CaseToExport = Omit<DecidedCase, 'ground' | 'label'> & { ground: string | null };

/** One case, or those received after another one, in that order; of any state. */
export function selectCases(
  db: Db,
  { caseId, after, limit }: { caseId?: string | undefined; after?: string | undefined; limit: number },
): Promise<CaseToExport[]> {
  const which =
    caseId !== undefined
      ? sql`id = ${caseId}`
      : after === undefined
        ? sql`true`
        : sql`(received_at, id) > (select received_at, id from cases where id = ${after})`;
  return execute(db)<CaseToExport>`
    select c.id, c.kind, c.domain, c.received_at, c.decided_at, c.hidden_at, c.restored_at, c.outcome, c.ground,
      c.category, v.content_at, coalesce(v.video_ids, '{}') as video_ids
    from (select * from cases where ${which} order by received_at, id limit ${limit}::int) as c
    cross join lateral (
      select min(v.published_at) as content_at, array_agg(v.id order by t.position) as video_ids
      from case_targets t join videos v on v.id = t.video_id where t.case_id = c.id) as v
    order by c.received_at, c.id`;
}
