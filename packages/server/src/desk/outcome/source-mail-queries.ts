import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

export interface SourceVideo {
  source_id: string;
  contact_email: string;
  title: string;
  /** At the source. */
  source_url: string;
}

/** Those of these videos whose source has a contact, in the sources' order. */
export function selectSourceVideos(tx: Db, videoIds: readonly string[]): Promise<SourceVideo[]> {
  return execute(tx)<SourceVideo>`
    select s.id as source_id, s.contact_email, v.title, v.source_url
    from videos v join video_sources s on s.id = v.source_id
    where v.id = any (${videoIds}::text[]) and s.contact_email is not null
    order by s.id, v.id`;
}

/** The videos that a case has taken off the site. */
export async function selectTakenBy(tx: Db, caseId: string): Promise<string[]> {
  const query = tx.selectFrom('takedown_videos').select('video_id').where('case_id', '=', caseId);
  return (await query.orderBy('video_id').execute()).map((row) => row.video_id);
}
