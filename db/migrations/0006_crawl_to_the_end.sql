-- Crawls that go on where the last one ended, count what was brought, and wait for sites that want a pause.

-- The canonical addresses of the indexes that lead to the list file with which the next run begins, and its own at the
-- end; null for the first.
alter table sitemap_cursors add column next_file text[];

-- Further hosts of the source's site, besides that of its address.
alter table video_sources add column hosts text[] not null default '{}';

-- When the page had last changed as it was last taken, as its source says.
alter table addresses add column lastmod timestamptz;

-- A file without validators is remembered for the time when it was read.
alter table fetched_files drop constraint fetched_files_check;

-- Waits so long for its site that its run does not wait for it.
alter table download_jobs add column put_off boolean not null default false;

-- What a source has brought since a moment.
create index download_jobs_brought on download_jobs (source_id, completed_at) where status = 'completed';

CREATE OR REPLACE FUNCTION claim_download(after_lane text, lease interval)
 RETURNS SETOF download_jobs
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
AS $function$
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
    set status = 'processing', leases = leases + 1, leased_until = now() + lease, progress = 0, step = 'describing',
        received_bytes = null, total_bytes = null, bytes_per_second = null, moved_at = now(), put_off = false
    where id = (select j.id from download_jobs j
                where j.lane = chosen.lane and j.host = chosen.host and j.status = 'pending' and j.run_at is null
                order by j.priority desc, j.position limit 1 for update skip locked)
    returning *;
end $function$;

CREATE OR REPLACE FUNCTION count_run_downloads(run_ids text[], added integer[], failed integer[], left_out integer[], taken_out integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
                    where j.crawler_run_id = r.id and j.status in ('pending', 'processing') and not j.put_off);
end $function$;

CREATE OR REPLACE FUNCTION download_jobs_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_run_downloads(array_agg(c.run_id), array_agg(c.added), array_agg(c.failed), array_agg(c.left_out),
                              array_agg(c.taken_out))
  from (select crawler_run_id as run_id, sum(sign * (state = 'completed')::int)::int as added,
          sum(sign * (state = 'failed')::int)::int as failed,
          sum(sign * (state = 'left_out')::int)::int as left_out,
          sum(sign * (state = 'cancelled')::int)::int as taken_out,
          sum(sign * (state in ('pending', 'processing') and not put_off)::int) as opened
        from (select crawler_run_id, download_state(status, error_class, cancelled_at) as state, put_off, -1 as sign
              from old_jobs where crawler_run_id is not null
              union all
              select crawler_run_id, download_state(status, error_class, cancelled_at), put_off, 1
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
end $function$;
