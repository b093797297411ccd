import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute, numberOf, oneValue } from '../../kernel/db/run-sql.ts';
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

export function countNotices(tx: Db, since: Date): Promise<number> {
  return numberOf(tx)`
    select count(*)::int as n from dmca_requests where submitted_at >= ${since}`;
}

/**
 * Stores a notice, linked to the video of that id in any state, or the one that it was merged into; returns the
 * notice's id.
 */
export async function insertNotice(
  tx: Db,
  notice: Notice,
  { videoId, domain, now }: { videoId: string | undefined; domain: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('dmca_requests')
    .values({
      video_id: videoId ? videoOrMergedInto(videoId) : null,
      complainant_name: notice.complainantName,
      complainant_email: notice.complainantEmail,
      complainant_address: notice.complainantAddress,
      complainant_phone: notice.complainantPhone || null,
      copyright_work: notice.copyrightWork,
      infringing_url: notice.infringingUrl,
      additional_info: notice.additionalInfo || null,
      signature: notice.signature,
      good_faith_statement: true,
      accuracy_statement: true,
      submitted_at: now,
      domain,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function videoOrMergedInto(id: string): RawBuilder<string | null> {
  return sql`(select coalesce(r.to_id, v.id) from videos v left join video_redirects r on r.from_id = v.id
    where v.id = ${id})`;
}

/** Moves a merged video's notices to the other video. */
export async function moveNotices(tx: Db, fromId: string, toId: string): Promise<void> {
  await tx.updateTable('dmca_requests').set({ video_id: toId }).where('video_id', '=', fromId).execute();
}

/** Gives a video the notices of its deleted predecessor. */
export async function giveNotices(tx: Db, requestIds: readonly string[], videoId: string): Promise<void> {
  if (requestIds.length === 0) return;
  await execute(tx)`update dmca_requests set video_id = ${videoId}
    where id = any (${requestIds}::text[]) and video_id is null`;
}
