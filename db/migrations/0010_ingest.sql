-- What the ingest's parts share: the ways of a source, a video's own id there, why a video is hidden, and a run's
-- counts, kept by the database itself.

alter table video_sources
  drop constraint video_sources_kind_check,
  add constraint video_sources_kind_check check (kind in ('sitemap', 'feed', 'list', 'page', 'ytdlp')),
  -- Hosted: the file is fetched and kept. Remote: it plays from the source. Embed: the source's player shows it.
  add column delivery text not null default 'hosted' check (delivery in ('hosted', 'remote', 'embed')),
  -- { "name at the source, lower case": "our category" }; "*" stands for every other name.
  add column category_map jsonb not null default '{}' check (jsonb_typeof(category_map) = 'object'),
  add column crawl_delay_ms integer not null default 1000 check (crawl_delay_ms between 0 and 86400000),
  -- Requests, and downloads, under way at once.
  add column concurrency smallint not null default 1 check (concurrency between 1 and 8);

alter table videos
  -- What the source itself calls the video (a feed's guid, "extractor:id").
  add column external_id text check (external_id <> ''),
  -- Why a hidden video is hidden; whoever shows it again looks here.
  add column hidden_reason text check (hidden_reason in ('administrator', 'basis', 'gone', 'takedown'));
create unique index videos_by_external_id on videos (source_id, external_id) where external_id is not null;

alter table download_jobs
  add column external_id text check (external_id <> ''),
  -- Ended by hand: status failed, but no failure.
  add column cancelled_at timestamptz;

-- Of the runs whose downloads have changed: counts what was added and what failed, and ends those that are done.
-- The first update takes the run's row, so that of two last downloads the later one sees the earlier one's end.
create function count_run_downloads(run_ids text[], added integer[], failed integer[]) returns void
language plpgsql as $$
begin
  if run_ids is null then return; end if;
  perform from crawler_runs where id = any (run_ids) order by id for no key update;
  update crawler_runs r set videos_added = r.videos_added + c.added, videos_failed = r.videos_failed + c.failed
  from (select id, sum(a) as added, sum(f) as failed from unnest(run_ids, added, failed) as change (id, a, f)
        group by id having sum(a) <> 0 or sum(f) <> 0) as c
  where r.id = c.id;
  update crawler_runs r set status = 'completed', completed_at = now()
  where r.id = any (run_ids) and r.status = 'running' and r.discovered_at is not null
    and not exists (select from download_jobs j
                    where j.crawler_run_id = r.id and j.status in ('pending', 'processing'));
end $$;

create function download_jobs_updated() returns trigger language plpgsql as $$
begin
  perform count_run_downloads(
    array_agg(n.crawler_run_id),
    array_agg((n.status = 'completed')::int - (o.status = 'completed')::int),
    array_agg((n.status = 'failed' and n.cancelled_at is null)::int
              - (o.status = 'failed' and o.cancelled_at is null)::int))
  from old_jobs o join new_jobs n on n.id = o.id
  where n.crawler_run_id is not null and n.status <> o.status;

  update video_sources s set total_videos_added = s.total_videos_added + c.n
  from (select n.source_id, count(*)::int as n from old_jobs o join new_jobs n on n.id = o.id
        where n.status = 'completed' and o.status <> 'completed' and n.source_id is not null
        group by n.source_id order by n.source_id) as c
  where s.id = c.source_id;
  return null;
end $$;

create function download_jobs_deleted() returns trigger language plpgsql as $$
begin
  perform count_run_downloads(array_agg(crawler_run_id), array_agg(0), array_agg(0))
  from old_jobs where crawler_run_id is not null and status in ('pending', 'processing');
  return null;
end $$;

create trigger download_jobs_updated after update on download_jobs
  referencing old table as old_jobs new table as new_jobs for each statement execute function download_jobs_updated();
create trigger download_jobs_deleted after delete on download_jobs
  referencing old table as old_jobs for each statement execute function download_jobs_deleted();
