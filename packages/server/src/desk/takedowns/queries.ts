import type { Db } from '../../kernel/db/pool.ts';
import { execute, oneValue } from '../../kernel/db/run-sql.ts';
import type { Notice } from './notice.ts';

const MAILBOX_LOCKS = 7_305_682;

/** Locks out other notices from the same mailbox until the transaction ends. */
export async function lockMailbox(tx: Db, mailbox: string): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${mailbox}, ${MAILBOX_LOCKS}))`;
}

/** The id of the first identical notice since a moment. */
export async function findSameNotice(tx: Db, notice: Notice, since: Date): Promise<string | undefined> {
  return oneValue(tx)<string>`
    select id from dmca_requests
    where submitted_at >= ${since}
      and complainant_email = ${notice.complainantEmail}
      and infringing_url = ${notice.infringingUrl}
      and complainant_name = ${notice.complainantName}
      and complainant_address = ${notice.complainantAddress}
      and coalesce(complainant_phone, '') = ${notice.complainantPhone}
      and copyright_work = ${notice.copyrightWork}
      and coalesce(additional_info, '') = ${notice.additionalInfo}
      and signature = ${notice.signature}
    order by submitted_at, id limit 1`;
}

/** Stores the notice of a case, about the video that the case names. */
export async function insertNotice(
  tx: Db,
  notice: Notice,
  { id, domain, now }: { id: string; domain: string; now: Date },
): Promise<void> {
  await execute(tx)`
    insert into dmca_requests (id, video_id, complainant_name, complainant_email, complainant_address,
      complainant_phone, copyright_work, infringing_url, additional_info, signature, good_faith_statement,
      accuracy_statement, submitted_at, domain)
    values (${id}, (select video_id from case_targets where case_id = ${id} and position = 0),
      ${notice.complainantName}, ${notice.complainantEmail}, ${notice.complainantAddress},
      ${notice.complainantPhone || null}, ${notice.copyrightWork}, ${notice.infringingUrl},
      ${notice.additionalInfo || null}, ${notice.signature}, true, true, ${now}, ${domain})`;
}
