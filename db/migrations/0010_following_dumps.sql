-- Videos of dumps follow their lines  (intake/dumps)

-- Videos whose words a reading has changed.
alter table dump_runs add column changed integer not null default 0;

-- Where the pictures of videos that came without downloads are at their sources  (library/videos)
create table source_pictures (
  video_id text primary key references videos on delete cascade,
  -- Its lane. A key would be checked for each of a million lines.
  source_id text not null,
  url text not null check (url <> ''),
  -- When it may be fetched; null once it is here, or is given up. While leased, when the lease lapses.
  due_at timestamptz,
  -- The holder's token.
  leases integer not null default 0,
  failures smallint not null default 0
);
create index source_pictures_due on source_pictures (source_id, due_at) where due_at is not null;
