-- Search has a table of its own: its text index is costly to write, and views and status change without touching it.
create table video_search (
  video_id text primary key references videos (id) on delete cascade,
  -- A: title, B: tags and category, C: description. The words are made in features/search/tokens.ts.
  doc tsvector not null,
  -- A copy of videos.views, renewed from time to time: the order in which candidates are considered.
  views integer not null default 0,
  -- The most viewed tenth, looked through first.
  hot boolean not null default false,
  visible boolean not null
);
create index video_search_doc on video_search using gin (doc) with (fastupdate = off) where visible;
create index video_search_hot on video_search using gin (doc) with (fastupdate = off) where visible and hot;
create index video_search_hot_views on video_search (views desc, video_id desc) where visible and hot;

-- A takedown cannot be forgotten in the search: the row follows the video's status by itself.
create function video_search_follows_status() returns trigger language plpgsql as $$
begin
  update video_search set visible = (new.status = 'published') where video_id = new.id;
  return null;
end $$;
create trigger video_search_follows_status after update of status on videos
  for each row when (old.status is distinct from new.status) execute function video_search_follows_status();

-- One row a visitor and video, for an hour: a hash under the day's salt, never an address.
create unlogged table view_marks (
  mark bytea primary key,
  counted_at timestamptz not null
);
create index view_marks_by_age on view_marks (counted_at);

create table view_salts (
  day date primary key,
  salt bytea not null
);
