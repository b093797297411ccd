-- Why each listed video is there ('tag waves', 'words quasi crystal', 'together', 'category', or ''), by which rules the
-- list was worked out (null: before there were reasons), and since when it is due to be worked out again.
alter table related_videos
  add column because text[],
  add column rules smallint,
  add column due_since timestamptz;
create index related_videos_due on related_videos (due_since, video_id) where due_since is not null;

-- How far the walk that renews all lists has come, the rules by which this round began, and those of the last whole one.
create table related_walk (
  id boolean primary key default true check (id),
  after_id text not null default '',
  begun smallint not null default 0,
  rules smallint not null default 0);
insert into related_walk default values;

-- Today's pairs of videos that one tab showed after each other, once for each network: the mark is a hash of network and
-- pair over the day's salt. After the day pairs of fewer than three networks, the marks and the salt are gone.
create unlogged table watched_marks (
  day date not null,
  first_id text not null,
  second_id text not null,
  mark bytea not null,
  primary key (day, first_id, second_id, mark));

-- What is left of them, for either of the two: networks of all days, and the last one.
create table watched_pairs (
  video_id text not null references videos(id) on delete cascade,
  other_id text not null,
  networks integer not null check (networks > 0),
  last_day date not null,
  primary key (video_id, other_id));
create index watched_pairs_most on watched_pairs (video_id, networks desc, other_id);
create index watched_pairs_by_age on watched_pairs (last_day);
