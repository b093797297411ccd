import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, firstRow } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import type { CaseRow } from '../../cases/index.ts';

/** Whatever the outcome: by confirmed cases, per mailbox and in all; else per network and in all. */
export async function countHidden(
  tx: Db,
  caseRow: CaseRow,
  since: Date,
): Promise<{ own: number; all: number }> {
  const isConfirmed = caseRow.confirmed_at !== null;
  const counted = await firstRow(tx)<{ own: number; all: number }>`
    select ${countsFor(caseRow)} from takedown_videos t join cases c on c.id = t.case_id
    where t.taken_at >= ${since} and t.status_before <> 'hidden' and c.hidden_at is not null
      and coalesce(c.decided_at > t.taken_at, true)
      and coalesce(c.confirmed_at <= t.taken_at, false) = ${isConfirmed}::boolean`;
  return counted ?? { own: 0, all: 0 };
}

/** For cases `c`: those of the same mailbox if confirmed, else of the same network, and all. */
function countsFor({ mailbox_mac: mailbox, network_mac: network, confirmed_at: confirmedAt }: CaseRow) {
  const own = confirmedAt ? sql`c.mailbox_mac = ${mailbox}` : sql`c.network_mac = ${network}`;
  return sql`count(*)::int as "all", (count(*) filter (where ${own}))::int as own`;
}

/** Hidden by undecided, unconfirmed cases. */
export async function countHeld(tx: Db): Promise<{ held: number; publicVideos: number }> {
  // The first column of the index cases_by_clock; cases ranked first have hidden nothing.
  const counted = await firstRow(tx)<{ held: number; publicVideos: number }>`
    select (select count(*)::int from cases c join takedown_videos t on t.case_id = c.id
        where c.is_open and ((c.rank < 1000000) and (c.hidden_at is null)) = any ('{false}'::boolean[])
          and c.confirmed_at is null and c.hidden_at is not null and t.status_before <> 'hidden') as held,
      (select videos::int from catalogue_totals) as "publicVideos"`;
  return counted ?? { held: 0, publicVideos: 0 };
}

/** Named by a case of this kind that was denied since. */
export function selectDenied(
  db: Db,
  { kind, ids, since }: { kind: string; ids: readonly string[]; since: Date },
): Promise<string[]> {
  return columnOf(db)<string>`
    select distinct t.video_id from case_targets t join cases c on c.id = t.case_id
    where t.video_id = any (${ids}::text[]) and c.kind = ${kind} and c.state = 'denied' and c.decided_at >= ${since}`;
}

export function selectLeft(db: Db, caseId: string): Promise<string[]> {
  return columnOf(db)<string>`
    select distinct v.id from case_targets t join videos v on v.id = t.video_id
    where t.case_id = ${caseId} and v.status = 'published' and not is_cleared(v)`;
}

/** Open cases of at least this rank: for a confirmed case by mailbox and in all, else by network and in all. */
export async function countFirst(
  tx: Db,
  caseRow: CaseRow,
  rank: number,
): Promise<{ own: number; all: number }> {
  const isConfirmed = caseRow.confirmed_at !== null;
  const counted = await firstRow(tx)<{ own: number; all: number }>`
    select ${countsFor(caseRow)} from cases c
    where is_open and -rank <= -${rank}::int and (confirmed_at is not null) = ${isConfirmed}::boolean`;
  return counted ?? { own: 0, all: 0 };
}
