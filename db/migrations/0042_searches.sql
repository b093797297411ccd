-- Suggestions while typing, and what people looked for  (words/searches)

-- A text that may be suggested, from one of its words on. It is among the best of its kind for every typed text that
-- begins with `beginning` and that its letters begin with.
create table search_suggestions (
  kind text not null check (kind in ('search', 'category', 'tag', 'keyword', 'video')),
  target text not null,
  word smallint not null,
  beginning text not null,
  letters text not null,
  shown text not null,
  address text not null,
  weight smallint not null,
  primary key (kind, target, word)
);
create index search_suggestions_by_beginning on search_suggestions (beginning);

-- Who asked what today: neither can be read without the day's salt.
create unlogged table search_marks (
  mark bytea primary key,
  day date not null
);
create index search_marks_by_day on search_marks (day);
create unlogged table search_counts (
  text_mark bytea primary key,
  day date not null,
  networks integer not null
);
create index search_counts_by_day on search_counts (day);

-- Only what several networks have asked comes here.
create table searches (
  day date not null,
  text text not null,
  networks integer not null check (networks > 0),
  results integer check (results >= 0),
  primary key (day, text)
);

-- What needs no more looking at, and is not suggested.
create table settled_searches (
  text text primary key,
  settled_at timestamptz not null default now()
);

-- The most viewed videos, whose titles are suggested.
create index video_search_well_viewed on video_search (video_id) where visible and tier <= 1;
-- The keyword of a text.
create index keywords_by_folded_name on keywords (lower(keyword));
