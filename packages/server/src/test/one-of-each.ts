import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { makeVideo } from './factories.ts';

/** The id of everything that `makeOneOfEach` makes: whatever a call is about, it is there. */
export const ONE_ID = '00000000-0000-4000-8000-000000000001';
/** Of what is named by a number: the first of its table. */
export const ONE_NUMBER = '1';

/**
 * One row of everything that a call can be about, all under one id, in a state in which something can be done with it:
 * a job that waits, a run that goes on, a decision that is open.
 */
export async function makeOneOfEach(db: Db): Promise<void> {
  await sql`insert into video_sources (id, name, base_url, kind, delivery, enabled)
    values (${ONE_ID}, 'One', 'https://source.example/', 'sitemap', 'hosted', false)`.execute(db);
  await sql`insert into source_permissions (source_id, basis, scope, evidence)
    values (${ONE_ID}, 'own', '{embed,hotlink,download,metadata}', 'The test made it.')`.execute(db);
  await db.updateTable('video_sources').set({ enabled: true }).where('id', '=', ONE_ID).execute();
  await makeVideo(db, { id: ONE_ID, source_id: ONE_ID });
  const other = await makeVideo(db, { tags: ['charts'] });
  await sql`insert into crawler_runs (id) values (${ONE_ID})`.execute(db);
  await sql`insert into download_jobs (id, source_url, source_url_hash, source_id)
    values (${ONE_ID}, 'https://source.example/one', sha256('one'), ${ONE_ID})`.execute(db);
  await sql`insert into duplicate_decisions
      (test, outcome, reason, source_url, source_url_hash, title, video_id, existing_video_id)
    values ('likeness', 'suspected', 'They look alike.',
      'https://source.example/one', sha256('one'), 'One', ${ONE_ID}, ${other})`.execute(db);
  await sql`insert into media_jobs (id, video_id, step, status, completed_at)
    values (${ONE_ID}, ${ONE_ID}, 'pictures', 'failed', now())`.execute(db);
  await sql`insert into media_reruns (step) values ('pictures')`.execute(db);
  await sql`insert into languages (id, code, name, native_name) values (${ONE_ID}, 'en', 'English', 'English')
    on conflict (code) do update set id = excluded.id`.execute(db);
  await sql`insert into keywords (id, keyword, slug, meta_title, meta_description)
    values (${ONE_ID}, 'charts', 'charts', 'Charts', 'Test charts.')`.execute(db);
  await sql`insert into dmca_requests (id, video_id, complainant_name, complainant_email, complainant_address,
      copyright_work, infringing_url, signature, good_faith_statement, accuracy_statement)
    values (${ONE_ID}, ${ONE_ID}, 'A Name', 'name@site.example', 'A street', 'A chart',
      'https://site.example/video/1', 'A Name', true, true)`.execute(db);
}
