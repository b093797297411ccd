import { createHash } from 'node:crypto';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { makeSource, makeVideo } from './factories.ts';
import { makeNotice } from './notices.ts';

const STRUCK_SOURCE = 'A source with strikes';
/** Sorts after every category of the demo. */
const category = 'Waiting charts';

/** What the demo's source lacks: a source with strikes, a gone video, a possible duplicate. Idempotent. */
export async function makeDeskData(db: Db): Promise<void> {
  const existing = await db
    .selectFrom('video_sources')
    .select('id')
    .where('name', '=', STRUCK_SOURCE)
    .executeTakeFirst();
  if (existing) return;
  await makeGoneVideo(db, await makeStruckSource(db));
  await makeSuspects(db);
}

/** A disabled source with an active strike and a void one. Its id. */
async function makeStruckSource(db: Db): Promise<string> {
  const source_id = await makeSource(db, { name: STRUCK_SOURCE, enabled: false });
  for (const state of ['void', 'active']) {
    const title = `A chart whose strike is ${state}`;
    const fields = { title, source_id, category, status: 'hidden', hidden_reason: 'administrator' };
    const videoId = await makeVideo(db, fields);
    const caseId = await makeNotice(db, { videoId, status: 'approved', by: 'admin' });
    await sql`
      insert into source_strikes (source_id, source_name, case_id, video_id, at, state, voided_at, voided_by, void_reason)
      select ${source_id}, ${STRUCK_SOURCE}, ${caseId}, ${videoId}, now() - interval '3 days', ${state}::text,
        case when ${state}::text = 'void' then now() - interval '1 day' end,
        case when ${state}::text = 'void' then 'admin' end,
        case when ${state}::text = 'void' then 'The notice named the wrong film.' end`.execute(db);
  }
  return source_id;
}

/** A remote video that its source has deleted, hidden as such. */
async function makeGoneVideo(db: Db, source_id: string): Promise<void> {
  const id = await makeVideo(db, {
    ...{ title: 'A film that its source has deleted', source_id, category },
    ...{ kind: 'remote', video_url: 'https://films.example/gone.mp4' },
  });
  // Health rows are only made for videos that were public.
  await sql`update videos set status = 'hidden', hidden_reason = 'gone' where id = ${id}`.execute(db);
  await drainOutbox(db);
  await sql`
    update video_health set state = 'gone', awaits_decision = true, last_class = 'deleted',
      last_message = 'The source answered 404.', failing_since = now() - interval '3 days',
      gone_at = now() - interval '1 day', next_check_at = now() + interval '25 days'
    where video_id = ${id}`.execute(db);
}

/** Two published videos with one title, one a suspected duplicate of the other. */
async function makeSuspects(db: Db): Promise<void> {
  const title = 'A slow turn through violet';
  const files = await db
    .selectFrom('videos')
    .select(['video_url', 'thumbnail_url', 'placeholder', 'width', 'height'])
    .where('status', '=', 'published')
    .where('kind', '=', 'hosted')
    .where('thumbnail_url', '<>', '')
    .orderBy('duration')
    .executeTakeFirstOrThrow();
  const longAgo = new Date(Date.UTC(2020, 0, 2, 12));
  const dates = { created_at: longAgo, published_at: longAgo };
  const make = (views: number) =>
    makeVideo(db, { ...files, ...dates, title, views, duration: 184, category });
  const [existingId, newId] = [await make(12_345), await make(12)];
  const address = `https://films.example/watch/${newId}`;
  await sql`
    insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test, reason, outcome)
    values (${address}, ${createHash('sha256').update(address).digest()}, ${title}, ${newId}, ${existingId}, 'likeness',
      ${`"${title}" has the same title and the same length.`}, 'suspected')`.execute(db);
}
