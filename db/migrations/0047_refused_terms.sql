-- Terms that the site refuses, and words that it never refuses, by language. The list that comes with the program is a
-- file of hashes and not in here.
create table refused_terms (
  id bigint generated always as identity primary key,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  term text not null check (length(term) between 1 and 200),
  kind text not null check (kind in ('refused', 'exact', 'never')),
  by text not null,
  created_at timestamptz not null default now(),
  unique (kind, language, term)
);
create index refused_terms_newest on refused_terms (kind, language, id desc);

-- One row. `version` grows with each change of the terms or of this row: processes compare it with what they hold.
-- `swept_to` is the last video of the sweep that goes on; null: none does.
create table refusal_settings (
  is_only boolean primary key default true check (is_only),
  off_languages text[] not null default '{}',
  help text not null default '' check (length(help) <= 1000),
  help_address text not null default '' check (help_address = '' or help_address ~ '^https://'),
  version integer not null default 1,
  swept_to text default '',
  swept_at timestamptz,
  -- The list of hashes that the videos were last looked through for.
  seed text not null default ''
);
insert into refusal_settings default values;

-- Videos that were held back because of their words: the hash of these, and when an administrator let it pass.
create table refused_videos (
  video_id text primary key references videos on delete cascade,
  language text not null,
  field text not null check (field in ('title', 'tags', 'description')),
  way text not null,
  words bytea not null,
  held_at timestamptz not null default now(),
  passed_at timestamptz
);

do $$
declare changed text;
begin
  foreach changed in array array['refused_terms', 'refusal_settings', 'refused_videos'] loop
    execute format('create trigger tell_insert after insert on %I referencing new table as changed_rows
      for each statement execute function tell_change()', changed);
    execute format('create trigger tell_update after update on %I referencing new table as changed_rows
      for each statement execute function tell_change()', changed);
    execute format('create trigger tell_delete after delete on %I referencing old table as changed_rows
      for each statement execute function tell_change()', changed);
  end loop;
end $$;

-- Another reason, behind the others: what is stored of former ones stays true.
alter table videos drop constraint videos_hidden_reason_check;
alter table videos add constraint videos_hidden_reason_check
  check (hidden_reason in ('administrator', 'basis', 'gone', 'takedown', 'withdrawn', 'refused')) not valid;
alter table videos validate constraint videos_hidden_reason_check;

create or replace function video_traits(status text, hidden_reason text, kind text, source_id text, category text,
  thumbnail_url text, hls_url text, video_url text, duration integer, published_at timestamptz)
returns bigint language plpgsql immutable parallel safe as $$
begin
  return array_position(array['processing', 'published', 'hidden', 'removed'], status) - 1
    + (coalesce(array_position(
        array['administrator', 'basis', 'gone', 'takedown', 'withdrawn', 'refused'], hidden_reason), 0) << 2)
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
