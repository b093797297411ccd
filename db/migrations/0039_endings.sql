-- A download that was left out, because it is here already, was removed before, or its site does not want to be asked
-- (now), has not failed; nor has one that somebody took out of the queue. Counted apart from now on.

-- What a download's row says of it: its status, and of status failed which of three endings it is
-- (contract/src/downloads.ts, endingOf). What a notice took out has a class, and counts as left out.
create function download_state(status text, error_class text, cancelled_at timestamptz) returns text
language sql immutable
  return case when status <> 'failed' then status
              when error_class in ('duplicate', 'removed', 'robots', 'paused', 'http_429') then 'left_out'
              when cancelled_at is not null then 'cancelled'
              else 'failed' end;

-- Lists find endings by their classes: every failure has one, and what was cancelled has none.
update download_jobs set error_class = null where cancelled_at is not null and error_class <> 'removed';
update download_jobs set error_class = 'unexpected'
where status = 'failed' and cancelled_at is null and error_class is null;

alter table download_totals drop constraint download_totals_status_check;
insert into download_totals (status) values ('left_out'), ('cancelled');
update download_totals t set jobs = coalesce(c.n, 0)
from (values ('failed'), ('left_out'), ('cancelled')) as ending (state)
  left join (select download_state(status, error_class, cancelled_at) as state, count(*) as n
             from download_jobs where status = 'failed' group by 1) as c using (state)
where t.status = ending.state;

alter table crawler_runs
  add column videos_left_out integer not null default 0,
  -- Cancelled, or cleared from the queue.
  add column videos_taken_out integer not null default 0;
update crawler_runs r
set videos_failed = greatest(0, r.videos_failed - c.uncancelled), videos_left_out = c.left_out,
    videos_taken_out = c.cancelled
from (select crawler_run_id as id,
        count(*) filter (where state = 'left_out')::int as left_out,
        count(*) filter (where state = 'left_out' and cancelled_at is null)::int as uncancelled,
        count(*) filter (where state = 'cancelled')::int as cancelled
      from (select crawler_run_id, cancelled_at, download_state(status, error_class, cancelled_at) as state
            from download_jobs where status = 'failed' and crawler_run_id is not null) as ended
      group by crawler_run_id) as c
where r.id = c.id and (c.left_out > 0 or c.cancelled > 0);

update stat_buckets set metric = 'downloads_left_out'
where metric = 'downloads_failed' and label in ('duplicate', 'removed', 'robots', 'paused', 'http_429');
update stat_changes set metric = 'downloads_left_out'
where metric = 'downloads_failed' and label in ('duplicate', 'removed', 'robots', 'paused', 'http_429');

-- As in 0010, with the endings apart.
drop function count_run_downloads(text[], integer[], integer[]);
create function count_run_downloads(
  run_ids text[], added integer[], failed integer[], left_out integer[], taken_out integer[]) returns void
language plpgsql as $$
begin
  if run_ids is null then return; end if;
  perform from crawler_runs where id = any (run_ids) order by id for no key update;
  update crawler_runs r
  set videos_added = r.videos_added + c.added, videos_failed = r.videos_failed + c.failed,
      videos_left_out = r.videos_left_out + c.left_out, videos_taken_out = r.videos_taken_out + c.taken_out
  from (select id, sum(a) as added, sum(f) as failed, sum(l) as left_out, sum(t) as taken_out
        from unnest(run_ids, added, failed, left_out, taken_out) as change (id, a, f, l, t) group by id) as c
  where r.id = c.id and (c.added <> 0 or c.failed <> 0 or c.left_out <> 0 or c.taken_out <> 0);
  update crawler_runs r set status = 'completed', completed_at = now()
  where r.id = any (run_ids) and r.status = 'running' and r.discovered_at is not null
    and not exists (select from download_jobs j
                    where j.crawler_run_id = r.id and j.status in ('pending', 'processing'));
end $$;

create or replace function download_jobs_updated() returns trigger language plpgsql as $$
begin
  perform count_run_downloads(array_agg(c.run_id), array_agg(c.added), array_agg(c.failed), array_agg(c.left_out),
                              array_agg(c.taken_out))
  from (select crawler_run_id as run_id, sum(sign * (state = 'completed')::int)::int as added,
          sum(sign * (state = 'failed')::int)::int as failed,
          sum(sign * (state = 'left_out')::int)::int as left_out,
          sum(sign * (state = 'cancelled')::int)::int as taken_out,
          sum(sign * (state in ('pending', 'processing'))::int) as opened
        from (select crawler_run_id, download_state(status, error_class, cancelled_at) as state, -1 as sign
              from old_jobs where crawler_run_id is not null
              union all
              select crawler_run_id, download_state(status, error_class, cancelled_at), 1
              from new_jobs where crawler_run_id is not null) as change
        group by crawler_run_id) as c
  where c.added <> 0 or c.failed <> 0 or c.left_out <> 0 or c.taken_out <> 0 or c.opened <> 0;

  update video_sources s set total_videos_added = s.total_videos_added + c.n
  from (select source_id, sum(sign)::int as n
        from (select source_id, status, -1 as sign from old_jobs
              union all select source_id, status, 1 from new_jobs) as change
        where status = 'completed' and source_id is not null
        group by source_id having sum(sign) > 0 order by source_id) as c
  where s.id = c.source_id;
  return null;
end $$;

create or replace function download_jobs_deleted() returns trigger language plpgsql as $$
begin
  perform count_run_downloads(array_agg(o.id), array_agg(0), array_agg(0), array_agg(0), array_agg(o.n))
  from (select crawler_run_id as id, count(*)::int as n from old_jobs
        where crawler_run_id is not null and status in ('pending', 'processing') group by crawler_run_id) as o;
  return null;
end $$;

-- As in 0016, counted by state.
create or replace function download_jobs_inserted_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(n.lane), array_agg(n.host))
  from (select distinct lane, host from new_jobs where status in ('pending', 'processing')) as n;
  perform count_downloads(array_agg(n.state), array_agg(n.jobs))
  from (select download_state(status, error_class, cancelled_at) as state, count(*)::int as jobs
        from new_jobs group by 1) as n;
  return null;
end $$;

create or replace function download_jobs_updated_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(c.lane), array_agg(c.host))
  from (select distinct lane, host from (
          (select id, lane, host, status, run_at is null, priority from old_jobs
           except select id, lane, host, status, run_at is null, priority from new_jobs)
          union all
          (select id, lane, host, status, run_at is null, priority from new_jobs
           except select id, lane, host, status, run_at is null, priority from old_jobs)) as changed
        where status in ('pending', 'processing')) as c;
  perform count_downloads(array_agg(c.state), array_agg(c.change))
  from (select state, sum(sign)::int as change
        from (select download_state(status, error_class, cancelled_at) as state, -1 as sign from old_jobs
              union all select download_state(status, error_class, cancelled_at), 1 from new_jobs) as change
        group by state having sum(sign) <> 0) as c;
  return null;
end $$;

create or replace function download_jobs_deleted_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(o.lane), array_agg(o.host))
  from (select distinct lane, host from old_jobs where status in ('pending', 'processing')) as o;
  perform count_downloads(array_agg(o.state), array_agg(o.jobs))
  from (select download_state(status, error_class, cancelled_at) as state, -count(*)::int as jobs
        from old_jobs group by 1) as o;
  return null;
end $$;

-- As in 0032, with what was left out as a metric of its own.
create or replace function stat_downloads_updated() returns trigger language plpgsql as $$
begin
  insert into stat_changes (metric, label, value)
  select metric, label, sum(sign)
  from (select download_state(status, error_class, cancelled_at) as state, error_class, crawler_run_id, -1 as sign
        from old_jobs
        union all
        select download_state(status, error_class, cancelled_at), error_class, crawler_run_id, 1
        from new_jobs) as job,
    lateral (select 'downloads_completed' as metric, '' as label where job.state = 'completed'
             union all select 'crawler_added', '' where job.state = 'completed' and job.crawler_run_id is not null
             union all select 'downloads_failed', coalesce(job.error_class, 'unexpected') where job.state = 'failed'
             union all select 'downloads_left_out', job.error_class where job.state = 'left_out') as counted
  group by 1, 2 having sum(sign) > 0;
  return null;
end $$;
