-- How often verified crawlers of search engines came  (site/crawlers)

create table crawler_visits (
  -- As in ENGINES.
  engine text not null check (engine <> ''),
  -- UTC.
  day date not null,
  visits integer not null check (visits > 0),
  last_at timestamptz not null,
  primary key (engine, day)
);
