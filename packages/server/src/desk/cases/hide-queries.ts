import type { Db } from '../../kernel/db/pool.ts';
import { firstRow } from '../../kernel/db/run-sql.ts';
import type { CaseRow } from './case-queries.ts';

/**
 * How many videos cases have hidden since a moment before they were decided, whatever became of them: for a confirmed
 * case those that were confirmed by then, of its mailbox and of all; else those that were not, of its network and of all.
 */
export async function countHidden(
  tx: Db,
  { mailbox_mac: mailbox, network_mac: network, confirmed_at: confirmedAt }: CaseRow,
  since: Date,
): Promise<{ own: number; all: number }> {
  const isConfirmed = confirmedAt !== null;
  const counted = await firstRow(tx)<{ own: number; all: number }>`
    select count(*)::int as "all", (count(*) filter (where case when ${isConfirmed}::boolean
      then c.mailbox_mac = ${mailbox}::bytea else c.network_mac = ${network}::bytea end))::int as own
    from takedown_videos t join cases c on c.id = t.case_id
    where t.taken_at >= ${since} and t.status_before <> 'hidden' and c.hidden_at is not null
      and coalesce(c.decided_at > t.taken_at, true)
      and coalesce(c.confirmed_at <= t.taken_at, false) = ${isConfirmed}::boolean`;
  return counted ?? { own: 0, all: 0 };
}
