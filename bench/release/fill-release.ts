import pg from 'pg';
import { recordSystemEvent } from '../../packages/access/server/audit/index.ts';
import type { Db } from '../../packages/core/server/db/pool.ts';
import { systemClock } from '../../packages/core/server/lib/clock.ts';
import {
  refreshSearchRanks,
  upsertSearchRow,
  wordingOf,
} from '../../packages/library/server/search/index.ts';
import { foldSearchWords } from '../../packages/library/server/search/words/vocabulary.ts';
import { fillDatabase } from '../admin/fill-database.ts';

const VIDEOS = 300;

/** Fills an empty site's database with made-up rows: a few hundred videos, and rows in every table of a backup. */
export async function fillRelease(db: Db, superuser: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool({ ...superuser, max: 1 });
  try {
    const { rows: heads } = await pool.query('select seq, hash, at from audit_head');
    await fillDatabase(pool, VIDEOS, () => {});
    // These entries are not chained; those below are.
    await pool.query(`set session_replication_role = replica; truncate audit_log, audit_acts`);
    const [head] = heads;
    await pool.query('update audit_head set (seq, hash, at) = ($1, $2, $3)', [head.seq, head.hash, head.at]);
    await pool.query(FEWER);
    await pool.query('set session_replication_role = origin');
    await fillSearch(db);
    await pool.query(`set session_replication_role = replica; ${ONE_OF_THE_REST}`);
  } finally {
    await pool.end();
  }
  for (let n = 0; n < 20; n += 1)
    await recordSystemEvent(db, systemClock, { action: 'categories.create', subject: `Charts ${n}` });
}

async function fillSearch(db: Db): Promise<void> {
  const { signal } = new AbortController();
  const videos = await db.selectFrom('videos').selectAll().execute();
  for (const video of videos)
    await upsertSearchRow(db, video.id, wordingOf(video), video.status === 'published');
  await foldSearchWords(db, signal);
  await refreshSearchRanks(db, signal);
}

/** Tables that do not grow with the videos are benchmark-sized. */
const FEWER = `
  delete from stat_buckets where starts_at < now() - case span when 'hour' then interval '1 day' else interval '20 days' end;
  delete from bulk_acts where id > 30;
  delete from bulk_act_items where bulk_act_id > 30;
  delete from crawler_runs where id not in (
    select crawler_run_id from download_jobs where crawler_run_id is not null
    union all select run_id::text from addresses where run_id is not null);
  delete from crawler_problems where url !~ '/[0-9]{1,3}$' or crawler_run_id not in (select id from crawler_runs);
  delete from crawler_run_counts where run_id not in (select id from crawler_runs order by id limit 20);
  delete from translation_runs where id < 2900;
  delete from translation_faults where run_id not in (select id from translation_runs);
  delete from topic_moves where id not in (select id from topic_moves order by id limit 30);
  delete from admin_sessions where id not in (select id from admin_sessions order by id limit 30);
  delete from personal_tokens where id not in (select id from personal_tokens order by id limit 30);
  delete from domains where domain like 'site-%' and domain not in ('site-1.test', 'site-2.test')`;

const video = (n: number) => `md5('video${n}')::uuid::text`;
const source = (n: number) => `md5('source${n}')::uuid::text`;
const administrator = `md5('administrator1')::uuid::text`;
const notice = `md5('notice1')::uuid::text`;
const keyword = `md5('keyword1')::uuid::text`;
const domain = `(select id from domains where domain = 'site-1.test')`;

const ONE_OF_THE_REST = `
  insert into keyword_unlinks (keyword_id, video_id) values (${keyword}, ${video(9)});
  insert into keyword_addresses (language_code, slug, keyword_id) values ('en', 'former-gradients', ${keyword});
  insert into keyword_changes (keyword_id) values (${keyword});
  insert into keyword_standing (keyword_id, shown, was_indexable) values (${keyword}, array[${video(1)}], true);
  insert into file_checks (started_at, finished_at, checked) values (now(), now(), 300);
  insert into common_words (word, videos) values ('gradient', 300);
  insert into clearings (generation, videos, ordered_by, finished_at) values (0, 10, 'anna', now());
  insert into crawler_visits values ('google', current_date, 12, now());
  insert into gone_categories (slug) values ('former-charts');
  insert into gone_videos (id) values (${video(90_001)});
  insert into case_papers (case_id, at, what, digest) values (${notice}, now(), 'notice', sha256('paper'));
  insert into case_clocks (case_id, name, started_at, due_at) values (${notice}, 'answer', now(), now() + interval '1 day');
  insert into case_proposals (case_id, act, proposed_at, proposed_by) values (${notice}, 'restore', now(), 'anna');
  insert into case_mail_texts values (${domain}, 'denied', '', '', 'About {number}', 'We write about {number}.', 1, now(), 'anna');
  insert into transparency_counts values ('2026-07-01', 'copyright', 'denied', 3, 3600, now());
  insert into block_lists (id, name) overriding system value values (1, 'Charts');
  insert into block_list_imports (id, list_id, version, dated, by, columns) overriding system value
    values (1, 1, '1', '2026-11-01', 'anna', '{sha256}');
  insert into blocked_contents (sha256, reason, list_id, import_id) values (sha256('chart'), 'On a list.', 1, 1);
  insert into blocked_external_ids (source_id, external_id, reason, by) values (${source(1)}, 'item-x', 'Not wanted.', 'anna');
  insert into alerts (key, severity, sentence, todo, since) values ('no-worker', 'urgent', 'No worker is running.', 'Start one.', now());
  insert into alert_posts (body, created_at, due_at) values ('{"begun": []}', now(), now());
  insert into settings values ('CRAWL_TARGET', '60', 1, 'anna', now());
  insert into index_now_keys values ('site-1.test', repeat('0a', 16));
  insert into index_now_lists values ('en', 'waves', 'waves');
  insert into index_now_targets (endpoint, domain) values ('https://engine.test/indexnow', 'site-1.test');
  insert into index_now_pages (endpoint, address, domain)
    values ('https://engine.test/indexnow', 'https://site-1.test/', 'site-1.test');
  insert into known_films (video_id, address_hash, size_bytes, first_sha256)
    select id, sha256(id::bytea), 1000, sha256(id::bytea) from videos where kind = 'hosted';
  insert into media_job_changes values ('completed', 1);
  insert into stat_changes (metric, value) values ('views', 1);
  insert into storage_changes values ('fs', 'play', 1, 1000);
  insert into video_count_changes values ('status', 'published', false, 1);
  insert into translation_changes (language_code, n) values ('de', 1);
  insert into search_word_changes (video_id, n, language, words) values (${video(1)}, 1, 'en', 'gradient:1A');
  insert into search_suggestions values ('tag', 'waves', 0, 'waves', 'waves', 'waves', '/?tag=waves', 1);
  insert into search_synonyms (words) values ('{fog,mist}');
  insert into searches values (current_date, 'waves', 2, 30);
  insert into settled_searches (text) values ('waves');
  insert into passkeys (administrator_id, credential_id, rp_id, public_key, counter, transports, name, created_at)
    values (${administrator}, 'credential', 'site-1.test', 'key', 0, '{}', 'Key', now());
  insert into passkey_challenges values ('nobody', 'challenge', now());
  insert into pending_logins (token_hash, administrator_id, created_at, expires_at)
    values (sha256('pending'), ${administrator}, now(), now());
  insert into recovery_codes values (${administrator}, sha256('code'));
  insert into totp_secrets values (${administrator}, 'sealed', now(), now());
  insert into known_browsers (token_hash, administrator_id, last_sign_in_at)
    values (sha256('browser'), ${administrator}, now());
  insert into login_tries values (sha256('network'), sha256('name'), 1, now(), now());
  insert into refused_terms (language, term, kind, by) values ('en', 'blorvik', 'refused', 'anna');
  insert into refused_videos (video_id, language, field, way, words)
    values ((select id from videos where status = 'hidden' limit 1), 'en', 'title', 'plain', 'sealed');
  insert into sitemap_changes (published_at, video_id) select published_at, id from videos where id = ${video(1)};
  insert into sitemap_cursors (source_id) values (${source(0)});
  insert into sitemap_shards (number, starts_at, starts_id, videos) values (1, '2020-01-01', '', 280);
  insert into source_pictures (video_id, source_id, url) values (${video(2)}, ${source(1)}, 'https://host-1.test/2.webp');
  insert into source_breakers values (${source(2)}, '5xx', 3, now(), null, 'The source answered with an error.', now());
  insert into source_strikes (source_id, source_name, case_id, at) values (${source(3)}, 'Source 3', ${notice}, now());
  insert into robots_files (origin, status, body, read_at, expires_at) values ('https://host-1.test', 200, '', now(), now());
  insert into crawl_hosts (host, next_at, asked_at) values ('host-1.test', now(), now());
  insert into fetched_files (source_id, url_hash, read_at) values (${source(1)}, sha256('file'), now());
  insert into withdrawn_lines (source_id, hash, run_id) values (${source(1)}, sha256('line'), gen_random_uuid());
  insert into dump_layouts (source_id, file, url) values (${source(2)}, 'deletions', 'https://source-2.test/gone.csv');
  insert into dump_runs (source_id, file, state, finished_at) values (${source(2)}, 'videos', 'completed', now());
  insert into revisits (video_id, source_id, visited_at, outcome)
    values (${video(3)}, ${source(1)}, now(), 'Nothing has changed.');
  insert into video_redirects (from_id, to_id) values ((select id from videos where status = 'removed' limit 1), ${video(1)});
  insert into view_salts values (current_date, 'salt');
  insert into watched_pairs values (${video(1)}, ${video(2)}, 3, current_date);
  insert into related_videos (video_id, related_ids) values (${video(1)}, array[${video(2)}, ${video(4)}]);
  insert into workers (id, host) values (gen_random_uuid(), 'here');
  insert into loose_files (place, key) values ('fs', 'videos/00/loose.mp4');
  insert into quarantine_work (video_id, is_release) values ((select id from videos where status = 'hidden' limit 1), false);
  insert into move_ins (id, source_id, folder, ordered_by) overriding system value values (1, ${source(1)}, '/films', 'anna');
  insert into moved_films (source_id, path, move_in_id, size_bytes, modified_at, said)
    values (${source(1)}, 'chart.mp4', 1, 1000, now(), '{}');
  insert into old_addresses (hash, address, video_id, move_in_id) values (sha256('/old/1'), '/old/1', ${video(1)}, 1);
  insert into download_clearings (id, jobs) values ('clearing', 1);
  insert into cleared_downloads values ('clearing', 1, '{}')`;
