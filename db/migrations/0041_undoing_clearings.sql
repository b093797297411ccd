-- What was cleared from the queue can be put back for an hour, and what stands still is told from what moves.

create table download_clearings (
  id text primary key default gen_random_uuid()::text,
  cleared_at timestamptz not null default now(),
  jobs integer not null,
  undone_at timestamptz
);
create index download_clearings_latest on download_clearings (cleared_at);

-- The rows of download_jobs as they were.
create table cleared_downloads (
  clearing_id text not null references download_clearings (id) on delete cascade,
  position bigint not null,
  job jsonb not null,
  primary key (clearing_id, position)
);

-- When a download under way last came on: a step, a percent or a byte. In no index, as renewals of leases write it.
alter table download_jobs add column moved_at timestamptz;
