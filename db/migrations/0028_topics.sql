-- What people have decided about names that sources use for categories: another name stands for ours, or none comes
-- of it.
create table category_rules (
  name text primary key check (name <> '' and name = lower(name)),
  -- Null: videos of that name go where those without a category go.
  category_id text references categories on delete cascade,
  -- Of a former category: its address leads to what it became.
  former_slug text unique,
  created_at timestamptz not null default now()
);
create index categories_by_folded_name on categories (lower(name));
create index category_rules_by_category on category_rules (category_id);

-- The same for tags, in lower case on both sides.
create table tag_rules (
  tag text primary key check (tag <> '' and tag = lower(tag)),
  -- Null: it is left out.
  becomes text check (becomes <> '' and becomes = lower(becomes) and becomes <> tag),
  created_at timestamptz not null default now()
);

create table topic_settings (
  id boolean primary key default true check (id),
  -- Whether a source's new name makes a category; by hand one can always be made.
  new_categories boolean not null default true
);
insert into topic_settings default values;

-- Videos that are being moved from one category or tag to another, in stretches.
create table topic_moves (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('category', 'tag')),
  from_name text not null,
  -- Null: the tag is taken from them.
  to_name text,
  moved integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index topic_moves_open on topic_moves (kind, from_name) where finished_at is null;
create index topic_moves_latest on topic_moves (started_at desc, id desc);

-- The tags of videos that are not public stand in no table of their own.
create function lower_tags(tags text[]) returns text[] language sql immutable parallel safe
  return (select array_agg(lower(tag)) from unnest(tags) as t (tag));
create index videos_by_hidden_tag on videos using gin (lower_tags(tags)) where status <> 'published';
create index video_tags_by_tag on video_tags (tag, video_id);

create index tag_totals_most on tag_totals (n desc, tag);
create index tag_totals_beginning on tag_totals (tag text_pattern_ops);
