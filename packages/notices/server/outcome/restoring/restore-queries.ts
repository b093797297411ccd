import { counterNotice } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import { KEEPS_OFF } from '../../cases/index.ts';

export interface TakenRow {
  id: string;
  status_before: string;
  hidden_reason_before: string | null;
  /** Still down because of a notice. */
  is_taken_down: boolean;
  /** Was public and can play: our file may be deleted by now. */
  has_film: boolean;
}

/** Of `takedown_videos t` and `videos v`. */
export const TAKEN_COLUMNS = sql`t.status_before, t.hidden_reason_before,
  v.status = 'hidden' and v.hidden_reason = 'takedown' as is_taken_down,
  v.published_at is not null and t.status_before = 'published'
    and (v.kind <> 'hosted' or exists (
      select from stored_files f where f.video_id = v.id and f.key = v.video_url)) as has_film`;

export function lockTaken(tx: Db, caseId: string): Promise<TakenRow[]> {
  return execute(tx)<TakenRow>`
    select v.id, ${TAKEN_COLUMNS} from takedown_videos t join videos v on v.id = t.video_id
    where t.case_id = ${caseId} order by v.id for no key update of v`;
}

export interface Holder {
  videoId: string;
  caseId: string;
  kind: string;
  isOpen: boolean;
}

/** `exceptId` asks; kinds that hide on receipt or confirmation. */
export interface OtherHolders {
  exceptId: string;
  hiddenOnReceipt: readonly string[];
  hiddenOnConfirmation: readonly string[];
}

/** For a case `c` that names or took down videos, as `n` says. */
export function holdsAs({ exceptId, hiddenOnReceipt, hiddenOnConfirmation }: OtherHolders) {
  return sql`c.id <> ${exceptId} and c.kind <> ${counterNotice.kind}
    and (${KEEPS_OFF}
      or (c.is_open and (n.has_taken or c.kind = any (${hiddenOnReceipt}::text[])
        or (c.confirmed_at is not null and c.kind = any (${hiddenOnConfirmation}::text[])))))`;
}

/** The oldest other case per video that keeps it or a copy down. Counter-notices do not. */
export function selectHolders(
  tx: Db,
  { families, ...others }: OtherHolders & { families: readonly { id: string; named_id: string }[] },
): Promise<Holder[]> {
  return execute(tx)<Holder>`
    with family as (
      select named_id, id from unnest(${families.map((one) => one.named_id)}::text[],
        ${families.map(({ id }) => id)}::text[]) as one (named_id, id)),
    naming as (
      select f.named_id, t.case_id, false as has_taken from family f join case_targets t on t.video_id = f.id
      union all
      select f.named_id, t.case_id, true from family f join takedown_videos t on t.video_id = f.id)
    select distinct on (n.named_id) n.named_id as "videoId", c.id as "caseId", c.kind, c.is_open as "isOpen"
    from naming n join cases c on c.id = n.case_id
    where ${holdsAs(others)} order by n.named_id, c.decided_at nulls last, c.id`;
}

export async function moveTaken(
  tx: Db,
  { fromId, toId, videoIds }: { fromId: string; toId: string; videoIds: readonly string[] },
): Promise<void> {
  await execute(tx)`
    update takedown_videos t set case_id = ${toId}
    where t.case_id = ${fromId} and t.video_id = any (${videoIds}::text[])
      and not exists (select from takedown_videos o where o.case_id = ${toId} and o.video_id = t.video_id)`;
}
