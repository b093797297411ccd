-- Numbers over time for the charts, and word of every change for whoever looks at the back office
-- (docs/decisions/0032-live-pages.md).

-- What was counted, by the hour it belongs to and not folded into the buckets yet. Rows are only ever added, so that
-- no writer waits for another, whatever else it holds.
create table stat_changes (
  metric text not null,
  -- Of what kind: an error class, what became of a video. '' where a metric has no kinds.
  label text not null default '',
  hour timestamptz not null default date_bin('1 hour', now(), '2000-01-01 00:00Z'),
  value bigint not null
);

-- Hours and days, in UTC. Of what is counted the sum; of what is sampled (queue, storage) the last sample.
create table stat_buckets (
  span text not null check (span in ('hour', 'day')),
  starts_at timestamptz not null,
  metric text not null,
  label text not null default '',
  value bigint not null,
  primary key (span, starts_at, metric, label)
) with (fillfactor = 70);

-- One folds at a time; another goes away, and the changes wait for the next.
create function fold_stat_changes() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7305692) then return; end if;
  with taken as (delete from stat_changes returning metric, label, hour, value)
  insert into stat_buckets (span, starts_at, metric, label, value)
  select span, case span when 'hour' then hour else date_bin('1 day', hour, '2000-01-01 00:00Z') end,
    metric, label, sum(value)
  from taken, (values ('hour'), ('day')) as spans (span)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (span, starts_at, metric, label) do update set value = stat_buckets.value + excluded.value;
end $$;

-- What the counters say now, for this hour and this day: however often, the last sample stands.
create function sample_statistics() returns void language sql as $$
  insert into stat_buckets (span, starts_at, metric, label, value)
  select span, date_bin(('1 ' || span)::interval, now(), '2000-01-01 00:00Z'), metric, label, value
  from (select 'queue_length' as metric, status as label, jobs as value
        from download_totals where status in ('pending', 'processing')
        union all select 'storage_bytes', purpose, sum(bytes)::bigint from storage_totals group by purpose) as sample,
    (values ('hour'), ('day')) as spans (span)
  order by 1, 2, 3, 4
  on conflict (span, starts_at, metric, label) do update set value = excluded.value;
$$;

create function stat_videos_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_changes (metric, label, value)
  select 'videos_added', 'new', count(*) from new_videos where status = 'published' having count(*) > 0;
  return null;
end $$;
create trigger stat_videos_inserted after insert on videos
  referencing new table as new_videos for each statement execute function stat_videos_inserted();

-- What was cleared went when it was cleared (features/catalogue), though its rows are deleted only by and by.
create function stat_videos_deleted() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  insert into stat_changes (metric, label, value)
  select 'videos_removed', 'deleted', count(*) from old_videos
  where status = 'published' and generation = present having count(*) > 0;
  return null;
end $$;
create trigger stat_videos_deleted after delete on videos
  referencing old table as old_videos for each statement execute function stat_videos_deleted();

-- By row and for this column only, so that counting views does not come here. A video that has a date of publishing
-- already was public before: it is shown again, and not new.
create function stat_video_moved() returns trigger language plpgsql as $$
begin
  insert into stat_changes (metric, label, value)
  select case new.status when 'published' then 'videos_added' else 'videos_removed' end,
    case when new.status <> 'published' then new.status when old.published_at is null then 'new' else 'again' end, 1;
  return null;
end $$;
create trigger stat_video_moved after update of status on videos for each row
  when ((old.status = 'published') <> (new.status = 'published')) execute function stat_video_moved();

-- Before and after are compared as sets, never joined: a plan that was made for one row must do for thousands.
-- Going back into the queue takes nothing away: it had ended, and ends once more.
create function stat_downloads_updated() returns trigger language plpgsql as $$
begin
  insert into stat_changes (metric, label, value)
  select metric, label, sum(sign)
  from (select status, error_class, cancelled_at, crawler_run_id, -1 as sign from old_jobs
        union all select status, error_class, cancelled_at, crawler_run_id, 1 from new_jobs) as job,
    lateral (select 'downloads_completed' as metric, '' as label where job.status = 'completed'
             union all select 'crawler_added', '' where job.status = 'completed' and job.crawler_run_id is not null
             union all select 'downloads_failed', coalesce(job.error_class, 'unexpected')
             where job.status = 'failed' and job.cancelled_at is null) as counted
  group by 1, 2 having sum(sign) > 0;
  return null;
end $$;
create trigger stat_downloads_updated after update on download_jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function stat_downloads_updated();

-- The videos that are public by now, by the time they were published.
insert into stat_buckets (span, starts_at, metric, label, value)
select 'day', starts_at, 'videos_added', 'new', n from list_buckets where category = '' and span = 'day' and n > 0;
insert into stat_buckets (span, starts_at, metric, label, value)
select 'hour', date_bin('1 hour', starts_at, '2000-01-01 00:00Z'), 'videos_added', 'new', sum(n)
from list_buckets where category = '' and span = 'slot' and starts_at >= now() - interval '13 months' group by 2
having sum(n) > 0;
select sample_statistics();

-- Says which table has changed once the change is committed; of one transaction each table is told once. A statement
-- that met no row says nothing: workers look for work with such ones all the time.
create function tell_change() returns trigger language plpgsql as $$
begin
  if exists (select from changed_rows) then perform pg_notify('vesper_changes', tg_table_name); end if;
  return null;
end $$;

do $$
declare
  told text;
begin
  foreach told in array array[
    'catalogue_totals', 'stat_buckets', 'categories', 'download_jobs', 'media_jobs', 'media_reruns',
    'crawler_runs', 'crawler_problems', 'crawler_run_counts', 'video_sources', 'source_permissions',
    'duplicate_decisions', 'dmca_requests', 'source_strikes', 'keywords', 'languages', 'translation_runs',
    'category_rules', 'tag_rules', 'topic_moves', 'bulk_acts', 'clearings', 'domains', 'administrators',
    'admin_sessions', 'passkeys', 'totp_secrets', 'personal_tokens', 'audit_log']
  loop
    continue when to_regclass(told) is null;
    execute format('create trigger tell_insert after insert on %I referencing new table as changed_rows
                    for each statement execute function tell_change()', told);
    execute format('create trigger tell_update after update on %I referencing new table as changed_rows
                    for each statement execute function tell_change()', told);
    execute format('create trigger tell_delete after delete on %I referencing old table as changed_rows
                    for each statement execute function tell_change()', told);
  end loop;
end $$;

-- Videos are told of by column: their views change every two seconds, and catalogue_totals with them.
create function tell_videos() returns trigger language plpgsql as $$
begin
  perform pg_notify('vesper_changes', 'videos');
  return null;
end $$;
create trigger tell_videos after insert or delete or update of
    title, description, tags, category, status, hidden_reason, kind, duration, video_url, thumbnail_url, published_at
  on videos for each statement execute function tell_videos();
