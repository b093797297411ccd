import { sql } from 'kysely';
import type { Db } from '../kernel/db/pool.ts';
import { makeVideo } from './factories.ts';
import { deleteCases, makeNotice } from './notices.ts';

/** The ids of the things that `makeOneOfEach` makes; whatever a call is about, the first one is there. */
export const [ONE_ID, TWO_ID, THREE_ID, FOUR_ID] = [1, 2, 3, 4].map(
  (n) => `00000000-0000-4000-8000-00000000000${n}`,
) as [string, string, string, string];
/** Of what is named by a number: the first of its table. */
export const ONE_NUMBER = '1';

/**
 * One row of everything that a call can be about, each under the first id, in a state in which something can be done
 * with it: a job that waits, a run that goes on, a decision that is open. Second ones are there where a call needs
 * another. Whatever there was of these tables before is gone: it may be made again before each call.
 */
export async function makeOneOfEach(db: Db): Promise<void> {
  await deleteAll(db);
  await makeSource(db);
  await makeDump(db);
  await makeMoveIn(db);
  await makeVideos(db);
  await makeWork(db);
  await makeWords(db);
  await makeNotices(db);
  await makeTopics(db);
  await makeBulkActs(db);
  await makeSite(db);
  await makeBlocks(db);
  const numbered = ['duplicate_decisions', 'media_reruns', 'translation_runs', 'bulk_acts'];
  for (const table of [...numbered, 'blocked_addresses', 'block_lists', 'block_list_imports'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`.execute(db);
}

async function deleteAll(db: Db): Promise<void> {
  const tables = [
    ...['bulk_acts', 'keywords', 'duplicate_decisions', 'media_jobs'],
    ...[
      'media_reruns',
      'download_jobs',
      'download_clearings',
      'crawler_runs',
      'topic_moves',
      'tag_rules',
      'category_rules',
      'videos',
    ],
    ...['categories', 'video_sources', 'translation_runs', 'file_checks', 'block_lists', 'search_synonyms'],
  ];
  await deleteCases(db);
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update topic_settings set new_categories = true`.execute(db);
  await sql`delete from domains where not is_default`.execute(db);
  await sql`delete from languages where code in ('tlh', 'qaa')`.execute(db);
  await sql`delete from administrators where id = ${ONE_ID} or username = 'another'`.execute(db);
}

async function makeSource(db: Db): Promise<void> {
  await sql`insert into video_sources (id, name, base_url, kind, delivery, enabled)
    values (${ONE_ID}, 'One', 'https://source.example/', 'sitemap', 'hosted', false)`.execute(db);
  await sql`insert into source_permissions (source_id, basis, scope, evidence)
    values (${ONE_ID}, 'own', '{embed,hotlink,download,metadata}', 'The test made it.')`.execute(db);
  await db.updateTable('video_sources').set({ enabled: true }).where('id', '=', ONE_ID).execute();
  await sql`insert into source_breakers (source_id, class, failures, open_until, message, last_at)
    values (${ONE_ID}, '5xx', 9, now() + interval '1 hour', 'It fails.', now())`.execute(db);
}

/** A source that is read as a dump: its videos are being read, its deletion list has been. */
async function makeDump(db: Db): Promise<void> {
  await sql`insert into video_sources (id, name, base_url, kind, delivery, enabled)
    values (${TWO_ID}, 'Two', 'https://source.example/videos.csv', 'dump', 'embed', false)`.execute(db);
  await sql`insert into source_permissions (source_id, basis, scope, evidence)
    values (${TWO_ID}, 'own', '{embed,metadata}', 'The test made it.')`.execute(db);
  await db.updateTable('video_sources').set({ enabled: true }).where('id', '=', TWO_ID).execute();
  await sql`insert into dump_layouts (source_id, file, url)
    values (${TWO_ID}, 'deletions', 'https://source.example/deleted.csv')`.execute(db);
  await sql`insert into dump_runs (id, source_id, file, state, finished_at) values
    (${ONE_ID}, ${TWO_ID}, 'videos', 'running', null), (${TWO_ID}, ${TWO_ID}, 'deletions', 'completed', now())`.execute(
    db,
  );
}

/** A folder whose films wait. */
async function makeMoveIn(db: Db): Promise<void> {
  await sql`insert into move_ins (id, source_id, folder, ordered_by, noted_at) overriding system value
    values (${ONE_NUMBER}, ${ONE_ID}, '/srv/films', 'cli:ann', now())`.execute(db);
  await sql`insert into moved_films (source_id, path, move_in_id, size_bytes, modified_at, said)
    values (${ONE_ID}, 'film.mp4', ${ONE_NUMBER}, 1, now(), ${JSON.stringify({ title: 'Film', oldAddresses: [] })}::jsonb)`.execute(
    db,
  );
}

/** An entry of an administrator, and a list that is being imported. */
async function makeBlocks(db: Db): Promise<void> {
  await sql`insert into blocked_addresses (id, hash, address, reason) overriding system value
    values (${ONE_NUMBER}, sha256('https://elsewhere.example/'), 'https://elsewhere.example/', 'No.')`.execute(
    db,
  );
  await sql`insert into block_lists (id, name) overriding system value values (${ONE_NUMBER}, 'One')`.execute(
    db,
  );
  await sql`insert into block_list_imports (id, list_id, version, dated, by, columns, lines, added)
    overriding system value
    values (${ONE_NUMBER}, ${ONE_NUMBER}, '1', '2026-01-01', 'ann', '{address}', 1, 1)`.execute(db);
}

/** Two that are shown, one that is gone at its source, and one that an act has hidden. */
async function makeVideos(db: Db): Promise<void> {
  const key = (name: string) => `${name}/film-${'0'.repeat(12)}.mp4`;
  await makeVideo(db, { id: ONE_ID, source_id: ONE_ID, kind: 'hosted', video_url: key('one') });
  await makeVideo(db, { id: TWO_ID, tags: ['charts'], kind: 'remote' });
  await makeVideo(db, { id: THREE_ID, kind: 'remote', status: 'hidden', hidden_reason: 'gone' });
  await makeVideo(db, { id: FOUR_ID, kind: 'remote', status: 'hidden', hidden_reason: 'administrator' });
  const words = { title: 'Another title', description: '', tags: [], category: 'Charts' };
  await sql`insert into revisits (video_id, source_id, visited_at, outcome, words, differences)
    values (${ONE_ID}, ${ONE_ID}, now(), 'Its page says otherwise: title.', ${JSON.stringify(words)}::jsonb,
      '{title}')`.execute(db);
  await sql`insert into video_health (video_id, kind, lane, published_at, state, gone_at, awaits_decision)
    values (${THREE_ID}, 'remote', '', now(), 'gone', now(), true)
    on conflict (video_id) do update set state = 'gone', gone_at = now(), awaits_decision = true`.execute(db);
}

async function makeWork(db: Db): Promise<void> {
  await sql`insert into crawler_runs (id) values (${ONE_ID})`.execute(db);
  const job = (id: string, status: string) =>
    sql`insert into download_jobs
      (id, source_url, source_url_hash, source_id, crawler_run_id, status, leases, leased_until, completed_at, error_class)
    values (${id}, ${`https://source.example/${id}`}, sha256(${id}::bytea), ${ONE_ID}, ${ONE_ID}, ${status},
      ${status === 'processing' ? 1 : 0}, ${status === 'processing' ? sql`now() + interval '1 hour'` : null},
      ${status === 'failed' ? sql`now()` : null}, ${status === 'failed' ? 'network' : null})`.execute(db);
  await job(ONE_ID, 'pending');
  await job(TWO_ID, 'failed');
  await job(THREE_ID, 'processing');
  await sql`insert into download_clearings (id, jobs) values (${ONE_ID}, 1)`.execute(db);
  await sql`insert into duplicate_decisions (id,
      test, outcome, reason, source_url, source_url_hash, title, video_id, existing_video_id)
    overriding system value values (1, 'likeness', 'suspected', 'They look alike.',
      'https://source.example/one', sha256('one'), 'One', ${ONE_ID}, ${TWO_ID})`.execute(db);
  await sql`insert into media_jobs (id, video_id, step, status, completed_at) values
    (${ONE_ID}, ${ONE_ID}, 'pictures', 'failed', now()), (${TWO_ID}, ${ONE_ID}, 'film', 'pending', null)`.execute(
    db,
  );
  await sql`insert into media_reruns (id, step) overriding system value values (1, 'pictures')`.execute(db);
}

async function makeWords(db: Db): Promise<void> {
  await sql`insert into languages (id, code, name, native_name) values (${ONE_ID}, 'tlh', 'One', 'One')`.execute(
    db,
  );
  await sql`insert into keywords (id, keyword, slug, meta_title, meta_description)
    values (${ONE_ID}, 'charts', 'charts', 'Charts', 'Test charts.')`.execute(db);
  await sql`insert into keyword_videos (keyword_id, video_id) values (${ONE_ID}, ${TWO_ID})`.execute(db);
  await sql`insert into translation_runs (id, language_code, translator, most, started_by)
    overriding system value values (1, 'de', 'apertium', 1, 'one')`.execute(db);
  await sql`insert into search_synonyms (id, words) values (${ONE_ID}, '{fog,mist}')`.execute(db);
}

/** One that waits, and one that was approved, with its strike. */
async function makeNotices(db: Db): Promise<void> {
  await makeNotice(db, { id: ONE_ID, videoId: TWO_ID });
  await makeNotice(db, { id: TWO_ID, videoId: TWO_ID, status: 'approved' });
  await sql`insert into cases (id, kind, state, received_at, decided_at) values
    (${THREE_ID}, 'copyright', 'restoring', now(), now()), (${FOUR_ID}, 'copyright', 'litigation', now(), now())`.execute(
    db,
  );
  await sql`insert into case_proposals (id, case_id, act, proposed_at, proposed_by)
    values (${ONE_ID}, ${TWO_ID}, 'restore', now(), 'another')`.execute(db);
  await sql`insert into source_strikes (id, source_id, source_name, case_id, at)
    values (${ONE_ID}, ${ONE_ID}, 'One', ${TWO_ID}, now())`.execute(db);
}

async function makeTopics(db: Db): Promise<void> {
  await sql`insert into categories (id, name, slug) values (${ONE_ID}, 'One', 'one'), (${TWO_ID}, 'Two', 'two')`.execute(
    db,
  );
  await sql`insert into category_rules (name, category_id) values ('uno', ${ONE_ID})`.execute(db);
  await sql`insert into tag_rules (tag, becomes) values ('uno', 'one')`.execute(db);
}

/** One that can be undone, and one that goes on. */
async function makeBulkActs(db: Db): Promise<void> {
  await sql`insert into bulk_acts (id, act, video_ids, state, expected, done, cursor, ordered_by)
    overriding system value values (1, 'hide', ${[FOUR_ID]}::text[], 'completed', 1, 1, ${FOUR_ID}, 'one'),
      (2, 'hide', ${[TWO_ID]}::text[], 'running', 1, 0, '', 'one')`.execute(db);
  const before = { status: 'published', hiddenReason: null, removalReason: null };
  const after = { status: 'hidden', hiddenReason: 'administrator', removalReason: null };
  await sql`insert into bulk_act_items (bulk_act_id, video_id, before, after)
    values (1, ${FOUR_ID}, ${JSON.stringify(before)}, ${JSON.stringify(after)})`.execute(db);
}

/** A domain beside the default one, and an administrator with a session and a token. */
async function makeSite(db: Db): Promise<void> {
  await sql`insert into domains (id, domain, site_name, brand_name, contact_email, seo_default_title,
      seo_default_description, seo_title_template, theme_primary, theme_accent)
    values (${ONE_ID}, 'one.example', 'One', 'One', 'one@site.example', 'One', 'One', '%s', '#336699', '#993366')`.execute(
    db,
  );
  await sql`insert into case_mail_texts
    values (${ONE_ID}, 'denied', '', '', 'Denied: {number}', 'We have denied {number}.', 1, now(), 'one')`.execute(
    db,
  );
  await sql`insert into administrators (id, username, password_hash)
    values (${ONE_ID}, 'one', '$argon2id$nobody')`.execute(db);
  await sql`insert into admin_sessions
      (id, token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent, network)
    values (${ONE_ID}, sha256('one'), ${ONE_ID}, now(), now(), now() + interval '1 hour', '', '192.0.2')`.execute(
    db,
  );
  await sql`insert into personal_tokens (id, administrator_id, name, token_hash, prefix, scopes, created_at, expires_at)
    values (${ONE_ID}, ${ONE_ID}, 'One', sha256('token one'), 'vesper_one', '{ingest:read}', now(),
      now() + interval '1 day')`.execute(db);
}
