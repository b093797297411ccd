import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';
import type { Notice } from './notice.ts';

/** Stores the sealed notice of a case, about the video that the case names. */
export async function insertNotice(
  tx: Db,
  notice: Notice,
  { id, domain, received_at: at }: { id: string; domain: string | null; received_at: Date },
): Promise<void> {
  await execute(tx)`
    insert into dmca_requests (id, video_id, complainant_name, complainant_email, complainant_address,
      complainant_phone, copyright_work, infringing_url, additional_info, signature, good_faith_statement,
      accuracy_statement, submitted_at, domain)
    values (${id}, (select video_id from case_targets where case_id = ${id} and position = 0),
      ${notice.complainantName}, ${notice.complainantEmail}, ${notice.complainantAddress},
      ${notice.complainantPhone || null}, ${notice.copyrightWork}, ${notice.infringingUrl},
      ${notice.additionalInfo || null}, ${notice.signature}, true, true, ${at}, ${domain})`;
}
