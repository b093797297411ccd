import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { makeVideo } from './factories.ts';
import { deleteCases, makeNotice } from './notices.ts';

/** The ids of the things that `makeOneOfEach` makes; there is a first one of every kind. */
export const [ONE_ID, TWO_ID, THREE_ID, FOUR_ID] = [1, 2, 3, 4].map(
  (n) => `00000000-0000-4000-8000-00000000000${n}`,
) as [string, string, string, string];
/** The first id in tables that number their rows. */
export const ONE_NUMBER = '1';

/**
 * Creates one row of everything that a call can act on, in an actionable state: a waiting job, a running run, an open
 * decision. Adds a second one where a call needs it. Replaces all rows of these tables.
 */
export async function makeOneOfEach(db: Db): Promise<void> {
  await deleteCases(db);
  await run(db, DELETIONS);
  await run(db, SOURCES);
  await makeVideos(db);
  await makeNotice(db, { id: ONE_ID, videoId: TWO_ID });
  await makeNotice(db, { id: TWO_ID, videoId: TWO_ID, status: 'approved' });
  await run(db, THINGS);
  const numbered = ['duplicate_decisions', 'media_reruns', 'translation_runs', 'bulk_acts'];
  for (const table of [...numbered, 'blocked_addresses', 'block_lists', 'block_list_imports'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`.execute(db);
}

/** Statements without parameters, which PostgreSQL takes at once. */
async function run(db: Db, statements: string): Promise<void> {
  await sql.raw(statements).execute(db);
}

const DELETED = [
  ...['bulk_acts', 'keywords', 'duplicate_decisions', 'media_jobs', 'media_reruns', 'download_jobs'],
  ...['download_clearings', 'crawler_runs', 'topic_moves', 'tag_rules', 'category_rules', 'videos'],
  ...['categories', 'video_sources', 'translation_runs', 'file_checks', 'block_lists', 'search_synonyms'],
];
const DELETIONS = `
  ${DELETED.map((table) => `delete from ${table};`).join('\n')}
  update topic_settings set new_categories = true;
  delete from domains where not is_default;
  delete from languages where code in ('tlh', 'qaa');
  delete from administrators where id = '${ONE_ID}' or username = 'another';
`;

/** A sitemap with an open breaker and a waiting folder of films; a dump with a running and a completed run. */
const SOURCES = `
  insert into video_sources (id, name, base_url, kind, delivery, enabled) values
    ('${ONE_ID}', 'One', 'https://source.example/', 'sitemap', 'hosted', false),
    ('${TWO_ID}', 'Two', 'https://source.example/videos.csv', 'dump', 'embed', false);
  insert into source_permissions (source_id, basis, scope, evidence) values
    ('${ONE_ID}', 'own', '{embed,hotlink,download,metadata}', 'The test made it.'),
    ('${TWO_ID}', 'own', '{embed,metadata}', 'The test made it.');
  update video_sources set enabled = true;
  insert into source_breakers (source_id, class, failures, open_until, message, last_at)
    values ('${ONE_ID}', '5xx', 9, now() + interval '1 hour', 'It fails.', now());
  insert into dump_layouts (source_id, file, url)
    values ('${TWO_ID}', 'deletions', 'https://source.example/deleted.csv');
  insert into dump_runs (id, source_id, file, state, finished_at) values
    ('${ONE_ID}', '${TWO_ID}', 'videos', 'running', null),
    ('${TWO_ID}', '${TWO_ID}', 'deletions', 'completed', now());
  insert into move_ins (id, source_id, folder, ordered_by, noted_at) overriding system value
    values (1, '${ONE_ID}', '/srv/films', 'cli:ann', now());
  insert into moved_films (source_id, path, move_in_id, size_bytes, modified_at, said)
    values ('${ONE_ID}', 'film.mp4', 1, 1, now(), '{"title": "Film", "oldAddresses": []}');
`;

/** Two visible ones, one gone at its source, and one hidden by an act. */
async function makeVideos(db: Db): Promise<void> {
  const film = `one/film-${'0'.repeat(12)}.mp4`;
  await makeVideo(db, { id: ONE_ID, source_id: ONE_ID, kind: 'hosted', video_url: film });
  await makeVideo(db, { id: TWO_ID, tags: ['charts'], kind: 'remote' });
  await makeVideo(db, { id: THREE_ID, kind: 'remote', status: 'hidden', hidden_reason: 'gone' });
  await makeVideo(db, { id: FOUR_ID, kind: 'remote', status: 'hidden', hidden_reason: 'administrator' });
}

const THINGS = `
  insert into revisits (video_id, source_id, visited_at, outcome, words, differences)
    values ('${ONE_ID}', '${ONE_ID}', now(), 'Its page says otherwise: title.',
      '{"title": "Another title", "description": "", "tags": [], "category": "Charts"}', '{title}');
  insert into video_health (video_id, kind, lane, published_at, state, gone_at, awaits_decision)
    values ('${THREE_ID}', 'remote', '', now(), 'gone', now(), true)
    on conflict (video_id) do update set state = 'gone', gone_at = now(), awaits_decision = true;

  insert into crawler_runs (id) values ('${ONE_ID}');
  insert into download_jobs (id, source_url, source_url_hash, source_id, crawler_run_id, status, leases, leased_until,
      completed_at, error_class)
    select id, 'https://source.example/' || id, sha256(id::bytea), '${ONE_ID}', '${ONE_ID}', status,
      case status when 'processing' then 1 else 0 end,
      case status when 'processing' then now() + interval '1 hour' end,
      case status when 'failed' then now() end, case status when 'failed' then 'network' end
    from (values ('${ONE_ID}', 'pending'), ('${TWO_ID}', 'failed'), ('${THREE_ID}', 'processing')) as job (id, status);
  insert into uploads (id, source_id, name, size_bytes, draft) values ('${ONE_ID}', '${ONE_ID}', 'film.mp4', 1,
    '{"title": "", "description": "", "tags": [], "category": "", "language": null, "publish": "now", "publishAt": null}');
  insert into download_clearings (id, jobs) values ('${ONE_ID}', 1);
  insert into duplicate_decisions (id, test, outcome, reason, source_url, source_url_hash, title, video_id,
      existing_video_id)
    overriding system value values (1, 'likeness', 'suspected', 'They look alike.', 'https://source.example/one',
      sha256('one'), 'One', '${ONE_ID}', '${TWO_ID}');
  insert into media_jobs (id, video_id, step, status, completed_at) values
    ('${ONE_ID}', '${ONE_ID}', 'pictures', 'failed', now()), ('${TWO_ID}', '${ONE_ID}', 'film', 'pending', null);
  insert into media_reruns (id, step) overriding system value values (1, 'pictures');

  insert into languages (id, code, name, native_name) values ('${ONE_ID}', 'tlh', 'One', 'One');
  insert into keywords (id, keyword, slug, meta_title, meta_description)
    values ('${ONE_ID}', 'charts', 'charts', 'Charts', 'Test charts.');
  insert into keyword_videos (keyword_id, video_id) values ('${ONE_ID}', '${TWO_ID}');
  insert into translation_runs (id, language_code, translator, most, started_by)
    overriding system value values (1, 'de', 'apertium', 1, 'one');
  insert into search_synonyms (id, words) values ('${ONE_ID}', '{fog,mist}');

  insert into cases (id, kind, state, received_at, decided_at) values
    ('${THREE_ID}', 'copyright', 'restoring', now(), now()), ('${FOUR_ID}', 'copyright', 'litigation', now(), now());
  insert into case_proposals (id, case_id, act, proposed_at, proposed_by)
    values ('${ONE_ID}', '${TWO_ID}', 'restore', now(), 'another');
  insert into source_strikes (id, source_id, source_name, case_id, at)
    values ('${ONE_ID}', '${ONE_ID}', 'One', '${TWO_ID}', now());

  insert into categories (id, name, slug) values ('${ONE_ID}', 'One', 'one'), ('${TWO_ID}', 'Two', 'two');
  insert into category_rules (name, category_id) values ('uno', '${ONE_ID}');
  insert into tag_rules (tag, becomes) values ('uno', 'one');

  insert into bulk_acts (id, act, video_ids, state, expected, done, cursor, ordered_by) overriding system value values
    (1, 'hide', array['${FOUR_ID}'], 'completed', 1, 1, '${FOUR_ID}', 'one'),
    (2, 'hide', array['${TWO_ID}'], 'running', 1, 0, '', 'one');
  insert into bulk_act_items (bulk_act_id, video_id, before, after) values (1, '${FOUR_ID}',
    '{"status": "published", "hiddenReason": null, "removalReason": null}',
    '{"status": "hidden", "hiddenReason": "administrator", "removalReason": null}');

  insert into domains (id, domain, site_name, brand_name, contact_email, seo_default_title, seo_default_description,
      seo_title_template, theme_primary, theme_accent)
    values ('${ONE_ID}', 'one.example', 'One', 'One', 'one@site.example', 'One', 'One', '%s', '#336699', '#993366');
  insert into case_mail_texts values
    ('${ONE_ID}', 'denied', '', '', 'Denied: {number}', 'We have denied {number}.', 1, now(), 'one');
  insert into administrators (id, username, password_hash) values ('${ONE_ID}', 'one', '$argon2id$nobody');
  insert into admin_sessions (id, token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent, network)
    values ('${ONE_ID}', sha256('one'), '${ONE_ID}', now(), now(), now() + interval '1 hour', '', '192.0.2');
  insert into personal_tokens (id, administrator_id, name, token_hash, prefix, scopes, created_at, expires_at)
    values ('${ONE_ID}', '${ONE_ID}', 'One', sha256('token one'), 'vesper_one', '{ingest:read}', now(),
      now() + interval '1 day');

  insert into blocked_addresses (id, hash, address, reason) overriding system value
    values (1, sha256('https://elsewhere.example/'), 'https://elsewhere.example/', 'No.');
  insert into block_lists (id, name) overriding system value values (1, 'One');
  insert into block_list_imports (id, list_id, version, dated, by, columns, lines, added) overriding system value
    values (1, 1, '1', '2026-01-01', 'ann', '{address}', 1, 1);
`;
