create table crawler_runs (
  id text primary key default gen_random_uuid()::text,
  status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
  target_count integer not null default 50 check (target_count >= 0),
  videos_added integer not null default 0,
  videos_failed integer not null default 0,
  -- How often a worker has begun to read the sources of this run.
  attempts integer not null default 0,
  error text,
  started_at timestamptz not null default now(),
  -- Set when every source has been read; the run ends when the last of its downloads has ended too.
  discovered_at timestamptz,
  completed_at timestamptz
);
create index crawler_runs_latest on crawler_runs (started_at desc, id desc);
create unique index crawler_runs_one_running on crawler_runs ((true)) where status = 'running';

-- What a crawl could not read, in a sentence each.
create table crawler_problems (
  id bigint generated always as identity primary key,
  crawler_run_id text not null references crawler_runs (id) on delete cascade,
  source_id text references video_sources (id) on delete cascade,
  url text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index crawler_problems_by_run on crawler_problems (crawler_run_id, id);

create table download_jobs (
  id text primary key default gen_random_uuid()::text,
  source_url text not null,
  source_url_hash bytea not null check (octet_length(source_url_hash) = 32),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  error text,
  video_id text references videos (id) on delete set null,
  source_id text references video_sources (id) on delete set null,
  crawler_run_id text references crawler_runs (id) on delete set null,
  metadata jsonb,
  -- Tries that ended with an error, and how often a worker has taken the job up (also counts workers that died).
  attempts integer not null default 0,
  leases integer not null default 0,
  -- Leases that were given back in good order, when a worker stopped.
  returns integer not null default 0,
  -- When a crawler may take the address up again, after a failure that may pass.
  retry_at timestamptz,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index download_jobs_latest on download_jobs (created_at desc, id desc);
create index download_jobs_by_status on download_jobs (status, created_at desc, id desc);
create index download_jobs_by_address on download_jobs (source_url_hash);
create unique index download_jobs_one_open_per_address on download_jobs (source_url_hash)
  where status in ('pending', 'processing');
create index download_jobs_open on download_jobs (id) where status in ('pending', 'processing');
create index download_jobs_open_in_run on download_jobs (crawler_run_id) where status in ('pending', 'processing');
create index download_jobs_by_run on download_jobs (crawler_run_id);
create index download_jobs_by_source on download_jobs (source_id, created_at desc);
create index download_jobs_by_video on download_jobs (video_id);
