import { DECISIONS, DOWNLOAD_ERROR_CLASSES } from '@vesper/contract';
import type { FillStep } from './fill-database.ts';

const list = (names: readonly string[]) => `(array[${names.map((name) => `'${name}'`).join(', ')}])`;
const CLASSES = list(DOWNLOAD_ERROR_CLASSES);

/** Downloads, media jobs, crawler runs and their ledger, duplicates. */
export const JOB_STEPS: FillStep[] = [
  {
    name: 'crawler runs',
    tables: ['crawler_problems'],
    sql: `
      insert into crawler_runs (id, status, videos_added, videos_failed, started_at, discovered_at, completed_at)
        select pg_temp.id('run', n), (array['completed', 'completed', 'failed', 'cancelled'])[1 + n % 4], 300, 30,
          now() - n * interval '9 hours', now() - n * interval '9 hours', now() - n * interval '9 hours'
        from generate_series(0, 2999) as n;
      insert into crawler_problems (crawler_run_id, source_id, url, message)
        select pg_temp.id('run', floor(3000 * pg_temp.chance(n, 1) ^ 4)::bigint), pg_temp.id('source', n % 40),
          'https://source-' || n % 40 || '.test/' || n, 'The page answered with an error.'
        from generate_series(1, 60000) as n;
      insert into crawler_run_counts (run_id, source_id, decision, decided, seen)
        select r.id, pg_temp.id('source', s), d, 10, 5
        from crawler_runs r, generate_series(0, 4) as s, unnest(${list(DECISIONS)}) as d`,
  },
  {
    name: 'downloads',
    tables: ['download_jobs'],
    sql: `
      insert into download_jobs (id, source_url, source_url_hash, status, progress, error, error_class, video_id, source_id,
          crawler_run_id, metadata, attempts, leases, created_at, completed_at, run_at, leased_until, step)
        select pg_temp.id('download', n), a.url, sha256(a.url::bytea), s.status,
          case s.status when 'completed' then 100 else 0 end,
          case s.status when 'failed' then 'The source answered with an error.' end,
          case s.status when 'failed' then ${CLASSES}[1 + floor(20 * pg_temp.chance(n, 51) ^ 2)::int] end,
          case s.status when 'completed' then pg_temp.id('video', n) end, pg_temp.source(n),
          case when pg_temp.chance(n, 52) < 0.8 then pg_temp.id('run', floor(3000 * pg_temp.chance(n, 53) ^ 4)::bigint) end,
          jsonb_build_object('title', 'Picture ' || n), 1, 1, now() - interval '3 years' * (1 - n / :size::float8),
          case when s.status in ('completed', 'failed') then now() end,
          case when s.status = 'pending' and n % 3 = 0 then now() + interval '1 day' end,
          case s.status when 'processing' then now() + interval '1 day' end,
          case s.status when 'failed' then 'fetching' end
        from generate_series(1, :size::bigint) as n,
          lateral (select pg_temp.chance(n, 50) as k offset 0) as drawn,
          lateral (select case when n > :size - 8 then 'processing' when k < 0.85 then 'completed' when k < 0.98 then 'failed'
                     else 'pending' end as status offset 0) as s,
          lateral (select 'https://host-' || floor(300 * pg_temp.chance(n, 10) ^ 2) || '.test/' || case s.status when 'failed' then 'missing/' else 'watch/' end || n as url offset 0) as a`,
  },
  {
    // Uses the indexes that the downloads have by now.
    name: 'lanes of downloads',
    tables: [],
    sql: `
      update download_totals t set jobs = (
        select count(*) from download_jobs j where download_state(status, error_class, cancelled_at) = t.status);
      select refresh_download_lanes(array_agg(lane), array_agg(host))
      from (select distinct lane, host from download_jobs where status in ('pending', 'processing')) as open`,
  },
  {
    name: 'media jobs',
    tables: ['media_jobs'],
    sql: `
      insert into media_reruns (step, source_id, state, total, queued, done)
        select (array['film', 'pictures', 'renditions'])[1 + n % 3], pg_temp.id('source', n % 40), 'completed', 1000, 1000, 990
        from generate_series(1, 60) as n;
      insert into media_jobs (id, video_id, step, status, progress, error, error_class, source_id, rerun_id, created_at,
          completed_at, leases)
        select pg_temp.id('media', n), pg_temp.id('video', n),
          case when n % 3 = 0 then 'pictures' when n % 50 = 0 then 'film' else 'renditions' end, s.status, 100,
          case when s.status = 'failed' or n % 40 = 0 then 'The program ended with an error.' end,
          case s.status when 'failed' then ${CLASSES}[1 + floor(20 * pg_temp.chance(n, 61) ^ 2)::int] end,
          pg_temp.source(n), case when n % 5 = 0 then 1 + n % 60 end, now() - interval '1 year',
          case when s.status in ('completed', 'failed') then now() end, 1
        from generate_series(1, :size::bigint) as n, lateral (select pg_temp.chance(n, 60) as k offset 0) as drawn,
          lateral (select case when k < 0.9 then 'completed' when k < 0.98 then 'failed' else 'pending' end as status offset 0) as s;
      insert into media_job_counts (status, jobs) select status, count(*) from media_jobs group by 1
      on conflict (status) do update set jobs = excluded.jobs`,
  },
  {
    name: 'timelines',
    tables: ['job_events'],
    sql: `
      insert into job_events (job_id, kind, lease, at)
        select id, e.kind, 1, created_at from download_jobs, (values ('started'), ('completed')) as e (kind)
        where status in ('completed', 'failed');
      insert into job_events (job_id, kind, lease, step)
        select pg_temp.id('download', 1), 'started', n, null from generate_series(2, 100) as n`,
  },
  {
    name: 'ledger of addresses',
    tables: ['addresses'],
    sql: `
      insert into addresses (hash, url, source_id, run_id, decision, error_class, detail, video_id, first_seen_at, last_decided_at)
        select sha256(a.url::bytea), a.url, pg_temp.id('source', n % 40)::uuid,
          pg_temp.id('run', floor(3000 * pg_temp.chance(n, 71) ^ 4)::bigint)::uuid, d.decision,
          case d.decision when 'failed' then 'network' end, case d.decision when 'failed' then 'It did not answer.' end,
          case when n <= :size then pg_temp.id('video', n) end, now(), now()
        from generate_series(1, 2 * :size::bigint) as n,
          lateral (select 'https://host-' || floor(300 * pg_temp.chance(n, 10) ^ 2) || '.test/watch/' || n as url offset 0) as a,
          lateral (select case when n <= :size then 'new'
                     else ${list(DECISIONS)}[1 + floor(8 * pg_temp.chance(n, 72) ^ 2)::int] end as decision) as d`,
  },
  {
    name: 'duplicates',
    tables: ['duplicate_decisions'],
    sql: `
      insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test, reason, outcome)
        select 'https://again.test/' || n, sha256(('again' || n)::bytea), 'Picture ' || n,
          case when n % 3 = 0 then pg_temp.id('video', n) end, pg_temp.id('video', n + 1), 'likeness', 'They look alike.',
          case n % 9 when 0 then 'suspected' when 3 then 'kept' when 6 then 'merged' else 'skipped' end
        from generate_series(1, :size::bigint / 10) as n`,
  },
];
