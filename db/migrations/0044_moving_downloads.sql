-- As 0020 made it, but a download that is taken up again has just come on, however long ago its last try did.
create or replace function claim_download(after_lane text, lease interval) returns setof download_jobs language plpgsql
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
    set status = 'processing', leases = leases + 1, leased_until = now() + lease, progress = 0, step = 'describing',
        received_bytes = null, total_bytes = null, bytes_per_second = null, moved_at = now()
    where id = (select j.id from download_jobs j
                where j.lane = chosen.lane and j.host = chosen.host and j.status = 'pending' and j.run_at is null
                order by j.priority desc, j.position limit 1 for update skip locked)
    returning *;
end $$;
