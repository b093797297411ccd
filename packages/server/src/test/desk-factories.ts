import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { drainOutbox } from '../kernel/db/outbox.ts';
import type { Db } from '../kernel/db/pool.ts';
import { makeSource, makeVideo } from './factories.ts';
import { makeNotice } from './notices.ts';

/** Among the last in every list of categories. */
export const CATEGORY = 'Waiting charts';
const DAY_MS = 24 * 3600 * 1000;

/** Two videos that may be the same. */
export interface Suspects {
  decisionId: string;
  newId: string;
  existingId: string;
}

/** A disabled source with one strike that stands and one that is void. Its id. */
export async function makeStruckSource(db: Db, name: string): Promise<string> {
  const sourceId = await makeSource(db, { name, enabled: false });
  for (const [state, title] of [
    ['void', 'A chart that was a mistake'],
    ['active', 'A chart with another owner'],
  ] as const) {
    const videoId = await makeVideo(db, {
      ...{ title, source_id: sourceId, category: CATEGORY },
      ...{ status: 'hidden', hidden_reason: 'administrator' },
    });
    const caseId = await makeNotice(db, { videoId, status: 'approved', by: 'admin' });
    await sql`
      insert into source_strikes (source_id, source_name, case_id, video_id, at, state, voided_at, voided_by, void_reason)
      select ${sourceId}, ${name}, ${caseId}, ${videoId}, now() - interval '3 days', ${state}::text,
        case when ${state}::text = 'void' then now() - interval '1 day' end,
        case when ${state}::text = 'void' then 'admin' end,
        case when ${state}::text = 'void' then 'The notice named the wrong film.' end`.execute(db);
  }
  return sourceId;
}

/** A video that plays from its source and was deleted there, hidden as such. Its id. */
export async function makeGoneVideo(
  db: Db,
  { title, sourceId }: { title: string; sourceId: string | null },
): Promise<string> {
  const id = await makeVideo(db, {
    ...{ title, source_id: sourceId, category: CATEGORY, duration: 65, views: 1234 },
    ...{ kind: 'remote', video_url: 'https://films.example/gone.mp4' },
  });
  const now = Date.now();
  // Only what was public is looked at, and so can be found to be gone.
  await sql`update videos set status = 'hidden', hidden_reason = 'gone' where id = ${id}`.execute(db);
  await drainOutbox(db);
  await sql`
    update video_health set state = 'gone', awaits_decision = true, last_class = 'deleted',
      last_message = 'The source answered 404.', failing_since = ${new Date(now - 3 * DAY_MS)},
      gone_at = ${new Date(now - DAY_MS)}, next_check_at = ${new Date(now + 25 * DAY_MS)}
    where video_id = ${id}`.execute(db);
  return id;
}

/** Two published videos with that title, of which the one is suspected to be the other. */
export async function makeSuspects(db: Db, title: string): Promise<Suspects> {
  // The pictures of a crawled video serve for both.
  const files = await db
    .selectFrom('videos')
    .select(['video_url', 'thumbnail_url', 'placeholder', 'width', 'height'])
    .where('status', '=', 'published')
    .where('kind', '=', 'hosted')
    .where('thumbnail_url', '<>', '')
    .orderBy('duration')
    .executeTakeFirstOrThrow();
  const long = new Date(Date.UTC(2020, 0, 2, 12));
  const make = (views: number) =>
    makeVideo(db, {
      ...{ ...files, title, views, duration: 184, category: CATEGORY },
      ...{ created_at: long, published_at: long },
    });
  const [existingId, newId] = [await make(12_345), await make(12)];
  const address = `https://films.example/watch/${newId}`;
  const { rows } = await sql<{ id: string }>`
    insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test, reason, outcome)
    values (${address}, ${createHash('sha256').update(address).digest()}, ${title}, ${newId}, ${existingId}, 'likeness',
      ${`"${title}" has the same title and the same length.`}, 'suspected') returning id::text`.execute(db);
  return { decisionId: rows[0]?.id ?? '', newId, existingId };
}
