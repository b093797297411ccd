import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

/**
 * Of the lanes that offer a download now, those of sources and those of downloads added by hand: when the longest
 * waiting first one was added.
 */
export function selectOldestReady(db: Db): Promise<{ kind: 'source' | 'manual'; since: Date }[]> {
  return execute(db)<{ kind: 'source' | 'manual'; since: Date }>`
    select o.kind, j.created_at as since
    from (select case lane when 'manual' then 'manual' else 'source' end as kind, min(head) as head
          from download_lanes where offered is not null group by 1) o
    join download_jobs j on j.position = o.head and j.status = 'pending'`;
}
