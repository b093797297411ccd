-- What people see of the work: the timeline of each job, lists by whatever they are filtered by, and counts of media
-- jobs (docs/decisions/0029-job-timelines.md).

-- What happened to a download or a media job, written with the change itself. Without foreign keys: ids of both
-- tables stand here, and what is left of a job that was deleted goes with its age.
create table job_events (
  id bigint generated always as identity,
  job_id text not null,
  at timestamptz not null default clock_timestamp(),
  -- started, step, error, paused, lapsed, given_back, reset, requeued, asked_again, moved_up, cancelled, failed or
  -- completed (contract, job-timelines.ts).
  kind text not null,
  -- Which time of being taken up it belongs to.
  lease integer not null,
  step text,
  error_class text,
  detail text,
  -- When it is tried again.
  next_try_at timestamptz,
  primary key (job_id, id)
);
-- A step is entered once while a job is in one worker's hands, however often that is told.
create unique index job_events_one_step_a_lease on job_events (job_id, lease, step) where kind = 'step';
create index job_events_by_age on job_events (at);

-- A job may be put off for ever: its last hundred events are kept. Looked at when it is taken up, not with each event.
create function forget_first_job_events(job text) returns void
language plpgsql set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  delete from job_events where job_id = job and id <
    (select e.id from job_events e where e.job_id = job order by e.id desc offset 99 limit 1);
end $$;

-- What an update of a download's status means. A lease that is given back is counted (`returns`), one that lapses is
-- not; resetting takes its time away.
create function download_changed() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, kind, lease, step, error_class, detail, next_try_at)
  values (
    new.id,
    case when new.status = 'processing' then 'started'
         when new.status = 'completed' then 'completed'
         when new.status = 'failed' then case when new.cancelled_at is null then 'failed' else 'cancelled' end
         when old.status <> 'processing' then 'requeued'
         when new.attempts > old.attempts then 'error'
         when new.returns = old.returns then 'lapsed'
         when new.run_at is not null then 'paused'
         when old.leased_until is not null and new.leased_until is null then 'reset'
         else 'given_back' end,
    new.leases,
    case when new.status = 'failed' then new.step end,
    case when new.status = 'failed' or new.run_at is not null then new.error_class end,
    case when new.status = 'failed' or new.run_at is not null then new.error end,
    case when new.status = 'pending' then new.run_at end);
  if new.status = 'processing' then perform forget_first_job_events(new.id); end if;
  return null;
end $$;
create trigger download_changed after update of status on download_jobs for each row
  when (old.status <> new.status) execute function download_changed();

create function download_moved_up() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, kind, lease) values (new.id, 'moved_up', new.leases);
  return null;
end $$;
create trigger download_moved_up after update of priority on download_jobs for each row
  when (old.status = 'pending' and new.status = 'pending' and new.priority > old.priority)
  execute function download_moved_up();

-- Media jobs fail by classes too, may be cancelled, and are found by the source of their video.
alter table media_jobs
  add column error_class text check (error_class ~ '^[a-z0-9_]{1,40}$'),
  -- Ended by hand: status failed, but no failure.
  add column cancelled_at timestamptz,
  -- The video's source when the row was made.
  add column source_id text;
update media_jobs m set source_id = v.source_id from videos v where v.id = m.video_id and v.source_id is not null;

create function media_job_source() returns trigger language plpgsql as $$
begin
  new.source_id := (select source_id from videos where id = new.video_id);
  return new;
end $$;
create trigger media_job_source before insert on media_jobs for each row execute function media_job_source();

-- As in 0020; a job that begins anew has neither a class of errors nor been cancelled.
create or replace function queue_media_jobs(ids text[], wanted_step text, wanted_priority integer, wanted_rerun bigint)
returns setof media_jobs language sql as $$
  insert into media_jobs as j (video_id, step, priority, rerun_id)
  select distinct id, wanted_step, wanted_priority, wanted_rerun from unnest(ids) as id order by id
  on conflict (video_id, step) do update set
    status = case j.status when 'processing' then 'processing' else 'pending' end,
    priority = case j.status when 'pending' then greatest(j.priority, excluded.priority) else excluded.priority end,
    again = j.again or j.status = 'processing',
    again_rerun_id = case j.status when 'processing' then coalesce(excluded.rerun_id, j.again_rerun_id)
                                   else j.again_rerun_id end,
    rerun_id = case j.status when 'processing' then j.rerun_id
                             when 'pending' then coalesce(excluded.rerun_id, j.rerun_id)
                             else excluded.rerun_id end,
    position = case when j.status in ('pending', 'processing') then j.position else excluded.position end,
    progress = case j.status when 'processing' then j.progress else 0 end,
    error = case j.status when 'processing' then j.error end,
    error_class = case j.status when 'processing' then j.error_class end,
    attempts = case j.status when 'processing' then j.attempts else 0 end,
    deaths = case j.status when 'processing' then j.deaths else 0 end,
    run_at = null,
    completed_at = null,
    cancelled_at = null
  returning *;
$$;

-- How many media jobs have each status: those of media_job_counts and the changes that are not folded into them yet.
-- Changes are only ever added, so that no writer waits for another, whatever else it holds (as in 0021).
create table media_job_counts (
  status text primary key,
  jobs bigint not null
) with (fillfactor = 50);
create table media_job_changes (
  status text not null,
  jobs bigint not null
);
insert into media_job_counts (status, jobs) select status, count(*) from media_jobs group by status;

create view media_job_totals as
  select status, sum(jobs)::bigint as jobs
  from (select status, jobs from media_job_counts union all select status, jobs from media_job_changes) as parts
  group by status;

-- One folds at a time; another goes away, and the changes wait for the next.
create function fold_media_job_changes() returns void
language plpgsql as $$
begin
  if not exists (select from media_job_changes) then return; end if;
  if not pg_try_advisory_xact_lock(7305686) then return; end if;
  with taken as (delete from media_job_changes returning status, jobs)
  insert into media_job_counts (status, jobs) select status, sum(jobs) from taken group by 1 order by 1
  on conflict (status) do update set jobs = media_job_counts.jobs + excluded.jobs;
end $$;

create function media_jobs_inserted() returns trigger language plpgsql as $$
begin
  insert into media_job_changes (status, jobs) select status, count(*) from new_jobs group by 1;
  return null;
end $$;
create trigger media_jobs_inserted after insert on media_jobs
  referencing new table as new_jobs for each statement execute function media_jobs_inserted();

create function media_jobs_gone() returns trigger language plpgsql as $$
begin
  insert into media_job_changes (status, jobs) select status, -count(*) from old_jobs group by 1;
  return null;
end $$;
create trigger media_jobs_gone after delete on media_jobs
  referencing old table as old_jobs for each statement execute function media_jobs_gone();

create function media_job_changed() returns trigger language plpgsql as $$
begin
  insert into media_job_changes (status, jobs) values (old.status, -1), (new.status, 1);
  insert into job_events (job_id, kind, lease, error_class, detail, next_try_at)
  values (
    new.id,
    case when new.status = 'processing' then 'started'
         when new.status = 'completed' then 'completed'
         when new.status = 'failed' then case when new.cancelled_at is null then 'failed' else 'cancelled' end
         when old.status <> 'processing' then 'requeued'
         when new.attempts > old.attempts then 'error'
         when new.deaths > old.deaths then 'lapsed'
         when new.run_at is not null then 'paused'
         else 'given_back' end,
    new.leases,
    case when new.status = 'failed' or new.attempts > old.attempts then new.error_class end,
    case when new.status in ('failed', 'completed') or new.attempts > old.attempts then new.error end,
    case when new.status = 'pending' then new.run_at end);
  if new.status = 'processing' then perform forget_first_job_events(new.id); end if;
  return null;
end $$;
create trigger media_job_changed after update of status on media_jobs for each row
  when (old.status <> new.status) execute function media_job_changed();

create function media_job_noted() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, kind, lease)
  values (new.id, case when new.status = 'processing' then 'asked_again' else 'moved_up' end, new.leases);
  return null;
end $$;
create trigger media_job_noted after update of again, priority on media_jobs for each row
  when (old.status = new.status
        and (new.again and not old.again or new.status = 'pending' and new.priority > old.priority))
  execute function media_job_noted();

-- Each way in which a list may be filtered reads its rows in their order from one index. They are written so that
-- nothing else fits: by minus the position, or the planner walks through the latest jobs of all, hoping to meet those
-- that are wanted; and by what makes the lane, not by its column, or whoever claims a job takes this index for a good
-- one to find the next of a lane and host.
create index download_jobs_of_lane on download_jobs (coalesce(source_id, 'manual'), status, (-position));
create index download_jobs_of_host on download_jobs (host collate "C", status, (-position));
create index download_jobs_of_run on download_jobs (crawler_run_id, status, (-position))
  where crawler_run_id is not null;
drop index download_jobs_by_run;
create index download_jobs_failed_of_lane on download_jobs (coalesce(source_id, 'manual'), error_class, (-position))
  where status = 'failed';
create index download_jobs_failed_of_host on download_jobs (host collate "C", error_class, (-position))
  where status = 'failed';
create index download_jobs_failed_of_run on download_jobs (crawler_run_id, error_class, (-position))
  where status = 'failed' and crawler_run_id is not null;

create index media_jobs_of_source on media_jobs (source_id, status, step, (-position)) where source_id is not null;
drop index media_jobs_of_rerun;
create index media_jobs_of_rerun on media_jobs (rerun_id, status, step, (-position)) where rerun_id is not null;
create index media_jobs_failed on media_jobs (error_class, step, (-position)) where status = 'failed';
create index media_jobs_failed_of_source on media_jobs (source_id, error_class, step, (-position))
  where status = 'failed' and source_id is not null;
create index media_jobs_failed_of_rerun on media_jobs (rerun_id, error_class, step, (-position))
  where status = 'failed' and rerun_id is not null;
