-- Delimited dumps of sources, and their deletion lists  (intake/dumps)

alter table video_sources drop constraint video_sources_kind_check;
alter table video_sources add constraint video_sources_kind_check
  check (kind in ('sitemap', 'feed', 'list', 'dump', 'page', 'ytdlp'));

-- How a source's files are written and where its deletion list is (contract, DumpLayout).
create table dump_layouts (
  source_id text not null references video_sources on delete cascade,
  file text not null check (file in ('videos', 'deletions')),
  -- The deletion list's; the dump's is the source's own.
  url text check (url <> ''),
  -- Null: the next reading guesses it.
  layout jsonb check (jsonb_typeof(layout) = 'object'),
  primary key (source_id, file),
  check ((file = 'videos') = (url is null))
);

-- Readings of dumps and deletion lists.
create table dump_runs (
  id uuid primary key default gen_random_uuid(),
  source_id text not null references video_sources on delete cascade,
  file text not null check (file in ('videos', 'deletions')),
  state text not null default 'running'
    check (state in ('running', 'completed', 'failed', 'stopped', 'undoing', 'undone')),
  -- Lines read since the run was last started, and how many of them could not be used.
  lines bigint not null default 0,
  bad_lines bigint not null default 0,
  -- [{ "message": text, "count": number, "line": the first }]
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  -- How many addresses met which decision: { "new": number }. Those decided stay counted when a worker begins again,
  -- which meets them again; those seen were in the ledger before the reading.
  decided jsonb not null default '{}' check (jsonb_typeof(decided) = 'object'),
  seen jsonb not null default '{}' check (jsonb_typeof(seen) = 'object'),
  is_unchanged boolean not null default false,
  hidden integer not null default 0,
  shown integer not null default 0,
  error text,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index dump_runs_one_at_a_time on dump_runs (source_id, file) where state in ('running', 'undoing');
create index dump_runs_latest on dump_runs (source_id, started_at desc);

-- What deletion lists name, by source: an address, or the source's id for a video. A line counts once: what people
-- decide about its video later stays, also when the list is read again.
create table withdrawn_lines (
  source_id text not null references video_sources on delete cascade,
  -- SHA-256 of the canonical address, or of "id:" and the source's id.
  hash bytea not null check (octet_length(hash) = 32),
  run_id uuid not null,
  -- The video that the line has hidden.
  video_id text,
  -- Undone lines no longer keep their videos away, nor hide them again.
  is_undone boolean not null default false,
  primary key (source_id, hash)
);
create index withdrawn_lines_of_run on withdrawn_lines (run_id, hash) where not is_undone;

do $$
declare
  told text;
begin
  foreach told in array array['dump_layouts', 'dump_runs'] loop
    execute format('create trigger tell_insert after insert on %I referencing new table as changed_rows
                    for each statement execute function tell_change()', told);
    execute format('create trigger tell_update after update on %I referencing new table as changed_rows
                    for each statement execute function tell_change()', told);
    execute format('create trigger tell_delete after delete on %I referencing old table as changed_rows
                    for each statement execute function tell_change()', told);
  end loop;
end $$;

-- A video on its source's deletion list is hidden as withdrawn. The new reason stands last, so that the traits of
-- present videos stay as they are.
alter table videos drop constraint videos_hidden_reason_check;
alter table videos add constraint videos_hidden_reason_check
  check (hidden_reason in ('administrator', 'basis', 'gone', 'takedown', 'withdrawn'));
create or replace function video_traits(status text, hidden_reason text, kind text, source_id text, category text,
  thumbnail_url text, hls_url text, video_url text, duration integer, published_at timestamptz) returns bigint
language plpgsql immutable parallel safe as $$
begin
  return array_position(array['processing', 'published', 'hidden', 'removed'], status) - 1
    + (coalesce(array_position(array['administrator', 'basis', 'gone', 'takedown', 'withdrawn'], hidden_reason), 0) << 2)
    + (array_position(array['hosted', 'remote', 'embed'], kind) - 1 << 5)
    + (((thumbnail_url = '' and status in ('published', 'hidden'))::int) << 7)
    + (((hls_url = '' and kind = 'hosted' and status in ('published', 'hidden'))::int) << 8)
    + (((duration = 0 and status in ('published', 'hidden'))::int) << 9)
    + (((kind = 'hosted' and (coalesce(hidden_reason = 'gone', false)
          or (video_url = '' and status in ('published', 'hidden'))
          or (status = 'processing' and published_at is not null)))::int) << 10)
    + (trait_hash(coalesce(source_id, '')) << 16)
    + (trait_hash(category) << 32);
end $$;
