import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

export interface TakenRow {
  id: string;
  status_before: string;
  hidden_reason_before: string | null;
  /** Still off because of a notice. */
  is_taken_down: boolean;
  /** Was public, and has something to play: our own film may have been deleted by now. */
  has_film: boolean;
}

/** Locks the videos that a case took off until the transaction ends. */
export function lockTaken(tx: Db, caseId: string): Promise<TakenRow[]> {
  return execute(tx)<TakenRow>`
    select v.id, t.status_before, t.hidden_reason_before,
      v.status = 'hidden' and v.hidden_reason = 'takedown' as is_taken_down,
      v.published_at is not null and t.status_before = 'published'
        and (v.kind <> 'hosted' or exists (
          select from stored_files f where f.video_id = v.id and f.key = v.video_url)) as has_film
    from takedown_videos t join videos v on v.id = t.video_id
    where t.case_id = ${caseId} order by v.id for no key update of v`;
}

/** Moves what one case took off to another case. */
export async function moveTaken(tx: Db, fromId: string, toId: string): Promise<void> {
  await execute(tx)`
    update takedown_videos t set case_id = ${toId}
    where t.case_id = ${fromId}
      and not exists (select from takedown_videos o where o.case_id = ${toId} and o.video_id = t.video_id)`;
}
