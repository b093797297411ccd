-- A library on this machine's disk is a source of its own: its films are moved in, and no crawl reads it.
alter table video_sources drop constraint video_sources_kind_check;
alter table video_sources add constraint video_sources_kind_check
  check (kind in ('sitemap', 'feed', 'list', 'dump', 'page', 'ytdlp', 'folder'));

create table move_ins (
  id integer generated always as identity primary key,
  source_id text not null references video_sources (id) on delete cascade,
  folder text not null,
  -- The file that names the films; null for a folder with sidecar files.
  list text,
  ordered_by text not null,
  started_at timestamptz not null default now(),
  -- Null while its films are being noted: a command that was broken off goes on with it.
  noted_at timestamptz,
  undone_at timestamptz,
  undone_by text
);
create index move_ins_by_source on move_ins (source_id);

-- What was found in a folder, each film once: the source's id for its video is its path.
create table moved_films (
  source_id text not null,
  path text not null,
  move_in_id integer not null references move_ins (id) on delete cascade,
  size_bytes bigint not null,
  modified_at timestamptz not null,
  said jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'working', 'here', 'duplicate', 'failed', 'undone')),
  download_id text,
  video_id text,
  primary key (source_id, path)
);
create index moved_films_of_move_in on moved_films (move_in_id, state, path);

-- A film stands as its download does, whatever changes that: a worker, a retry, a takedown.
create function moved_film_follows() returns trigger language plpgsql as $$
begin
  update moved_films set download_id = new.id, video_id = new.video_id,
    state = case when new.status = 'pending' then 'waiting' when new.status = 'processing' then 'working'
                 when new.status = 'completed' then 'here' when new.error_class = 'duplicate' then 'duplicate'
                 else 'failed' end
  where source_id = new.source_id and path = new.external_id and state <> 'undone';
  return null;
end $$;
create trigger moved_film_follows after insert or update of status on download_jobs
  for each row when (new.external_id is not null) execute function moved_film_follows();

-- Addresses that films had at another site, and where they lead. A video's row may go: its page then says so.
create table old_addresses (
  hash bytea not null check (octet_length(hash) = 32),
  -- The domain that it is for; '' for all.
  domain text not null default '',
  address text not null,
  video_id text not null,
  move_in_id integer not null,
  primary key (hash, domain)
);
create index old_addresses_of_move_in on old_addresses (move_in_id);

create trigger tell_insert after insert on move_ins referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on move_ins referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_delete after delete on move_ins referencing old table as changed_rows
  for each statement execute function tell_change();
create trigger tell_insert after insert on moved_films referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on moved_films referencing new table as changed_rows
  for each statement execute function tell_change();
