-- works with: 1.0.0

-- Files that arrive by tus, in DATA_DIR/uploads under their ids. What becomes of a received one, its download tells.
create table uploads (
  id text primary key default gen_random_uuid()::text,
  source_id text not null references video_sources (id) on delete cascade,
  owner_id text references administrators (id) on delete set null,
  name text not null check (name <> ''),
  size_bytes bigint not null check (size_bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  fingerprint bytea check (octet_length(fingerprint) = 32),
  state text not null default 'receiving' check (state in ('receiving', 'received', 'refused', 'ended')),
  message text,
  draft jsonb not null,
  replaces text,
  download_id text,
  -- The request that writes its bytes, and until when others wait for it.
  writer uuid,
  writer_until timestamptz,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index uploads_newest on uploads (created_at desc, id desc);
create index uploads_receiving on uploads (touched_at) where state = 'receiving';
create unique index uploads_by_download on uploads (download_id) where download_id is not null;
create index uploads_of_source on uploads (source_id);
create index uploads_of_owner on uploads (owner_id) where owner_id is not null;
create trigger tell_change after insert or delete or update of state, draft, download_id on uploads
  for each row execute function tell_row();
