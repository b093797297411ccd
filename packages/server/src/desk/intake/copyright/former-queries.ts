import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { execute } from '../../../kernel/db/run-sql.ts';
import type { DmcaRequests } from '../../../kernel/db/schema.ts';

export type FormerNotice = Selectable<DmcaRequests>;

/** Locks the next copyright cases whose notice is in `dmca_requests` only; leaves out what others hold. */
export function lockFormerNotices(tx: Db, afterId: string, limit: number): Promise<FormerNotice[]> {
  return execute(tx)<FormerNotice>`
    select r.* from cases c join dmca_requests r on r.id = c.id
    where c.kind = 'copyright' and c.erased_at is null and c.id > ${afterId}
      and not exists (select from case_papers p where p.case_id = c.id and p.what = 'submission')
    order by c.id limit ${limit}::int for update of c skip locked`;
}
