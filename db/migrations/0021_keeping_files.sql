-- What lies in the storage, and where: totals without reading the files' rows, files that no row names, and the
-- quarantine of what was taken off the site.

-- Whether the files of such a video lie in quarantine: of one that was removed, or hidden because of a notice. What
-- is hidden for another reason often comes back, and stays where it is.
create function wants_quarantine(status text, hidden_reason text) returns boolean
language sql immutable parallel safe
  return coalesce(status = 'removed' or (status = 'hidden' and hidden_reason = 'takedown'), false);

-- Set before the file is put aside, and cleared after it was put back: without it the file is in its normal place.
alter table stored_files add column quarantined_at timestamptz;
create index stored_files_quarantined on stored_files (quarantined_at) where quarantined_at is not null;

-- Videos whose files must be put aside or back. The row is its own place in the queue.
create table quarantine_work (
  video_id text primary key references videos (id) on delete cascade,
  -- Counts up with every reason to look again: who has worked removes the row only if it is still the same.
  reasons integer not null default 1,
  is_release boolean not null,
  -- Not before: later after a failure.
  run_at timestamptz not null default now(),
  -- While somebody works on it.
  leased_until timestamptz,
  -- How often it was taken up; the number is the holder's token.
  leases integer not null default 0,
  failures integer not null default 0
);
-- What must be shown again comes first.
create index quarantine_work_due on quarantine_work (is_release desc, run_at);

-- Whoever works on one of them now begins again afterwards.
create function queue_quarantine_work(video_ids text[]) returns void
language sql as $$
  insert into quarantine_work as w (video_id, is_release)
  select v.id, not wants_quarantine(v.status, v.hidden_reason) from videos v where v.id = any (video_ids) order by v.id
  on conflict (video_id) do update set is_release = excluded.is_release, reasons = w.reasons + 1, failures = 0,
    run_at = least(w.run_at, excluded.run_at);
$$;

-- Whoever removes, hides or shows a video need not think of its files.
create function video_quarantined() returns trigger language plpgsql as $$
begin
  if exists (select from stored_files where video_id = new.id) then
    perform queue_quarantine_work(array[new.id]);
  end if;
  return null;
end $$;
create trigger video_quarantined after update of status, hidden_reason on videos for each row
  when (wants_quarantine(old.status, old.hidden_reason) is distinct from wants_quarantine(new.status, new.hidden_reason))
  execute function video_quarantined();

-- Files that no row names: they are on their way (and not named yet), or were left behind. Nobody removes one but
-- under the lock of its row here, and not before its time: a request may have read the former row a moment ago.
create table loose_files (
  place text not null check (place in ('fs', 's3')),
  key text not null,
  since timestamptz not null default now(),
  is_coming boolean not null default false,
  size_bytes bigint,
  primary key (place, key)
);
create index loose_files_by_age on loose_files (is_coming, since);

-- Totals by place and purpose: those of storage_counts and the changes that are not folded into them yet. Changes
-- are only ever added, so that no writer waits for another, whatever else it holds.
create table storage_counts (
  place text not null,
  purpose text not null,
  files bigint not null,
  bytes bigint not null,
  primary key (place, purpose)
) with (fillfactor = 50);
create table storage_changes (
  place text not null,
  purpose text not null,
  files bigint not null,
  bytes bigint not null
);

create view storage_totals as
  select place, purpose, sum(files)::bigint as files, sum(bytes)::bigint as bytes
  from (select place, purpose, files, bytes from storage_counts
        union all select place, purpose, files, bytes from storage_changes) as parts
  group by place, purpose having sum(files) <> 0 or sum(bytes) <> 0;

-- One folds at a time; another goes away, and the changes wait for the next.
create function fold_storage_changes() returns void
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7305685) then return; end if;
  with taken as (delete from storage_changes returning place, purpose, files, bytes)
  insert into storage_counts (place, purpose, files, bytes)
  select place, purpose, sum(files), sum(bytes) from taken group by 1, 2 order by 1, 2
  on conflict (place, purpose) do update
    set files = storage_counts.files + excluded.files, bytes = storage_counts.bytes + excluded.bytes;
end $$;

create function files_inserted() returns trigger language plpgsql as $$
begin
  insert into storage_changes (place, purpose, files, bytes)
  select place, purpose, count(*), coalesce(sum(size_bytes), 0) from new_files group by 1, 2;
  perform queue_quarantine_work(array_agg(v.id))
  from videos v where v.id in (select video_id from new_files where quarantined_at is null)
    and wants_quarantine(v.status, v.hidden_reason)
  having count(*) > 0;
  return null;
end $$;

create function files_updated() returns trigger language plpgsql as $$
begin
  insert into storage_changes (place, purpose, files, bytes)
  select place, purpose, sum(n), sum(n * coalesce(size_bytes, 0))
  from (select place, purpose, size_bytes, 1 as n from new_files
        union all select place, purpose, size_bytes, -1 from old_files) as changed
  group by 1, 2 having sum(n) <> 0 or sum(n * coalesce(size_bytes, 0)) <> 0;
  insert into loose_files as l (place, key, size_bytes)
  select o.place, o.key, max(o.size_bytes) from old_files o
  where o.quarantined_at is null
    and not exists (select from new_files n where n.place = o.place and n.key = o.key)
  group by 1, 2 order by 1, 2
  on conflict (place, key) do update set since = excluded.since, is_coming = false;
  perform queue_quarantine_work(array_agg(v.id))
  from videos v where v.id in (select video_id from new_files where quarantined_at is null)
    and wants_quarantine(v.status, v.hidden_reason)
  having count(*) > 0;
  return null;
end $$;

create function files_deleted() returns trigger language plpgsql as $$
begin
  insert into storage_changes (place, purpose, files, bytes)
  select place, purpose, -count(*), -coalesce(sum(size_bytes), 0) from old_files group by 1, 2;
  insert into loose_files as l (place, key, size_bytes)
  select place, key, max(size_bytes) from old_files where quarantined_at is null group by 1, 2 order by 1, 2
  on conflict (place, key) do update set since = excluded.since, is_coming = false;
  return null;
end $$;

insert into storage_counts (place, purpose, files, bytes)
select place, purpose, count(*), coalesce(sum(size_bytes), 0) from stored_files group by 1, 2;

create trigger files_inserted after insert on stored_files
  referencing new table as new_files for each statement execute function files_inserted();
create trigger files_updated after update on stored_files
  referencing old table as old_files new table as new_files for each statement execute function files_updated();
create trigger files_deleted after delete on stored_files
  referencing old table as old_files for each statement execute function files_deleted();

-- Those that were taken off before there was a quarantine.
select queue_quarantine_work(array_agg(v.id)) from videos v
where wants_quarantine(v.status, v.hidden_reason) and exists (select from stored_files f where f.video_id = v.id)
having count(*) > 0;
