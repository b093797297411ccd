-- Downloads queue in their own table: one row is the whole truth about one download
-- (docs/decisions/0012-download-queue.md).

alter table download_jobs
  -- Whose turn it is in: a source's, or that of those added by hand. With the host it makes the lane.
  add column lane text not null generated always as (coalesce(source_id, 'manual')) stored,
  add column host text not null generated always as (split_part(source_url, '/', 3)) stored,
  -- Higher is served first.
  add column priority smallint not null default 0 check (priority between -100 and 100),
  -- The order in which downloads were added.
  add column position bigint,
  -- Pending: not before then; null is at once.
  add column run_at timestamptz,
  -- Processing: the lease lapses then unless its holder renews it. Not indexed, so that renewals stay cheap.
  add column leased_until timestamptz,
  add column received_bytes bigint check (received_bytes >= 0),
  add column total_bytes bigint check (total_bytes >= 0),
  add column bytes_per_second bigint check (bytes_per_second >= 0),
  add column error_class text check (error_class ~ '^[a-z0-9_]{1,40}$');

update download_jobs j set position = o.n, leased_until = case when j.status = 'processing' then now() end
from (select id, row_number() over (order by created_at, id) as n from download_jobs) as o where o.id = j.id;
alter table download_jobs
  alter column position set not null,
  alter column position add generated always as identity,
  -- Room beside a row for the renewals of its lease.
  set (fillfactor = 90);
select setval(pg_get_serial_sequence('download_jobs', 'position'),
              coalesce((select max(position) from download_jobs), 1),
              exists (select from download_jobs));

drop index download_jobs_open;
drop index download_jobs_latest;
create unique index download_jobs_latest on download_jobs (position desc);
drop index download_jobs_by_status;
create index download_jobs_by_status on download_jobs (status, position desc);
drop index download_jobs_by_run;
create index download_jobs_by_run on download_jobs (crawler_run_id) where crawler_run_id is not null;
drop index download_jobs_by_source;
create index download_jobs_by_source on download_jobs (source_id, created_at desc) where source_id is not null;
drop index download_jobs_by_video;
create index download_jobs_by_video on download_jobs (video_id) where video_id is not null;
create index download_jobs_ready on download_jobs (lane, host, priority desc, position)
  where status = 'pending' and run_at is null;
create index download_jobs_waiting on download_jobs (run_at) where status = 'pending' and run_at is not null;
create index download_jobs_processing on download_jobs (lane, host) where status = 'processing';
create index download_jobs_failed on download_jobs (error_class, position desc) where status = 'failed';

-- Where there is something to claim, so that nobody has to look through the jobs for it.
create table download_lanes (
  lane text not null,
  host text not null,
  -- The highest priority that may be claimed here now; null while nothing is ready or enough is under way.
  offered smallint,
  -- The position of the job that comes first.
  head bigint,
  primary key (lane, host)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index download_lanes_offered on download_lanes (offered desc, lane, head) where offered is not null;

create table download_totals (
  status text primary key check (status in ('pending', 'processing', 'completed', 'failed')),
  jobs bigint not null default 0
);
insert into download_totals (status, jobs)
select s, (select count(*) from download_jobs j where j.status = s)
from unnest(array['pending', 'processing', 'completed', 'failed']) as s;

-- Works out anew what each of these lanes offers. Its row is taken first, so that of several writers the last
-- one sees what all have written. The settings keep to the indexes whatever the statistics say.
create function refresh_download_lanes(lanes text[], hosts text[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = on set enable_bitmapscan = on as $$
begin
  if lanes is null then return; end if;
  insert into download_lanes (lane, host)
  select distinct c.lane, c.host from unnest(lanes, hosts) as c (lane, host) order by 1, 2
  on conflict do nothing;
  perform from (select distinct c.lane, c.host from unnest(lanes, hosts) as c (lane, host) order by 1, 2) as c
  cross join lateral (select from download_lanes l where l.lane = c.lane and l.host = c.host
                      for no key update) as l;
  update download_lanes l
  set head = f.position, offered = case when u.under_way < u.most then f.priority end
  from (select distinct c.lane, c.host from unnest(lanes, hosts) as c (lane, host)) as c
  cross join lateral
    (select (select count(*) from download_jobs j
             where j.lane = c.lane and j.host = c.host and j.status = 'processing') as under_way,
            coalesce((select s.concurrency from video_sources s where s.id = c.lane), 2) as most) as u
  left join lateral
    (select j.position, j.priority from download_jobs j
     where j.lane = c.lane and j.host = c.host and j.status = 'pending' and j.run_at is null
     order by j.priority desc, j.position limit 1) as f on true
  where l.lane = c.lane and l.host = c.host;
end $$;

create function count_downloads(statuses text[], changes integer[]) returns void language plpgsql as $$
begin
  if statuses is null then return; end if;
  perform from download_totals where status = any (statuses) order by status for no key update;
  update download_totals t set jobs = t.jobs + c.n
  from (select status, sum(change) as n from unnest(statuses, changes) as d (status, change) group by status) as c
  where t.status = c.status and c.n <> 0;
end $$;

-- Rows are taken in one order by all: runs, sources (0010), lanes, totals.
create function download_jobs_inserted_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(n.lane), array_agg(n.host))
  from (select distinct lane, host from new_jobs where status in ('pending', 'processing')) as n;
  perform count_downloads(array_agg(n.status), array_agg(n.jobs))
  from (select status, count(*)::int as jobs from new_jobs group by status) as n;
  return null;
end $$;

-- Before and after are compared as sets, never joined: a plan that was made for one row must do for thousands.
create function download_jobs_updated_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(c.lane), array_agg(c.host))
  from (select distinct lane, host from (
          (select id, lane, host, status, run_at is null, priority from old_jobs
           except select id, lane, host, status, run_at is null, priority from new_jobs)
          union all
          (select id, lane, host, status, run_at is null, priority from new_jobs
           except select id, lane, host, status, run_at is null, priority from old_jobs)) as changed
        where status in ('pending', 'processing')) as c;
  perform count_downloads(array_agg(c.status), array_agg(c.change))
  from (select status, sum(sign)::int as change
        from (select status, -1 as sign from old_jobs union all select status, 1 from new_jobs) as change
        group by status having sum(sign) <> 0) as c;
  return null;
end $$;

create function download_jobs_deleted_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(o.lane), array_agg(o.host))
  from (select distinct lane, host from old_jobs where status in ('pending', 'processing')) as o;
  perform count_downloads(array_agg(o.status), array_agg(o.jobs))
  from (select status, -count(*)::int as jobs from old_jobs group by status) as o;
  return null;
end $$;

create trigger download_jobs_inserted_lanes after insert on download_jobs
  referencing new table as new_jobs for each statement execute function download_jobs_inserted_lanes();
create trigger download_jobs_updated_lanes after update on download_jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function download_jobs_updated_lanes();
create trigger download_jobs_deleted_lanes after delete on download_jobs
  referencing old table as old_jobs for each statement execute function download_jobs_deleted_lanes();

create function video_sources_concurrency() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(lane), array_agg(host)) from download_lanes where lane = new.id;
  return null;
end $$;
create trigger video_sources_concurrency after update of concurrency on video_sources for each row
  when (old.concurrency <> new.concurrency) execute function video_sources_concurrency();

-- As in 0010, by run and source. Being taken up, or given back, ends no run: then its row is left alone, which
-- a claim would else take after that of its lane, in the wrong order.
create or replace function download_jobs_updated() returns trigger language plpgsql as $$
begin
  perform count_run_downloads(array_agg(c.run_id), array_agg(c.added), array_agg(c.failed))
  from (select crawler_run_id as run_id, sum(sign * (status = 'completed')::int)::int as added,
          sum(sign * (status = 'failed' and cancelled_at is null)::int)::int as failed,
          sum(sign * (status in ('pending', 'processing'))::int) as opened
        from (select crawler_run_id, status, cancelled_at, -1 as sign from old_jobs
              union all select crawler_run_id, status, cancelled_at, 1 from new_jobs) as change
        where crawler_run_id is not null group by crawler_run_id) as c
  where c.added <> 0 or c.failed <> 0 or c.opened <> 0;

  update video_sources s set total_videos_added = s.total_videos_added + c.n
  from (select source_id, sum(sign)::int as n
        from (select source_id, status, -1 as sign from old_jobs
              union all select source_id, status, 1 from new_jobs) as change
        where status = 'completed' and source_id is not null
        group by source_id having sum(sign) > 0 order by source_id) as c
  where s.id = c.source_id;
  return null;
end $$;

-- Takes up the job whose turn it is and answers it: of the highest priority that a lane offers, of the first
-- lane after `after_lane` (and then from the beginning: fair turns), of the host whose first job is the oldest,
-- that job. Lanes that another is just writing to are passed over. Each step is one descent of an index.
create function claim_download(after_lane text, lease interval) returns setof download_jobs language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off as $$
declare
  top smallint;
  chosen record;
begin
  select offered into top from download_lanes where offered is not null order by offered desc limit 1;
  if top is null then return; end if;
  select l.lane, l.host into chosen from download_lanes l where l.offered = top and l.lane > after_lane
  order by l.lane, l.head limit 1 for no key update skip locked;
  if not found then
    select l.lane, l.host into chosen from download_lanes l where l.offered = top
    order by l.lane, l.head limit 1 for no key update skip locked;
  end if;
  if not found then return; end if;
  return query
    update download_jobs
    set status = 'processing', leases = leases + 1, leased_until = now() + lease, progress = 0,
        received_bytes = null, total_bytes = null, bytes_per_second = null
    where id = (select j.id from download_jobs j
                where j.lane = chosen.lane and j.host = chosen.host and j.status = 'pending' and j.run_at is null
                order by j.priority desc, j.position limit 1 for update skip locked)
    returning *;
end $$;

-- Puts back the jobs whose worker has not been heard of, because it is dead or stands still, and makes those
-- ready whose pause is over; so many of each at most.
create function return_downloads(most integer) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off as $$
begin
  update download_jobs set status = 'pending' where id in
    (select id from download_jobs where status = 'processing' and leased_until < now()
     limit most for update skip locked);
  update download_jobs set run_at = null where id in
    (select id from download_jobs where status = 'pending' and run_at <= now()
     order by run_at limit most for update skip locked);
end $$;

select refresh_download_lanes(array_agg(lane), array_agg(host))
from (select distinct lane, host from download_jobs where status in ('pending', 'processing')) as open;
