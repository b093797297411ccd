-- How we behave towards the sites that we read: what all workers know of a host, of a source, and of a file.

-- One row a host and port. Updated at every request, so no further index: the updates stay within their page.
create table crawl_hosts (
  host text primary key,
  -- When the next request may go out, as far as the spacing is concerned.
  next_at timestamptz not null,
  -- Nothing is asked before: the host said so (Retry-After), or it failed (back-off).
  blocked_until timestamptz,
  block_message text,
  -- Network errors, 429 and 5xx since the last answer that was none of them.
  failures integer not null default 0,
  asked_at timestamptz not null
) with (fillfactor = 50);

create table robots_files (
  -- "https://example.org:8443", without a usual port.
  origin text primary key,
  -- Null where no answer came; then the error says why, and nothing may be fetched.
  status smallint,
  body text not null default '',
  etag text,
  error_code text,
  error_message text,
  read_at timestamptz not null,
  expires_at timestamptz not null
);

-- A source that refuses or fails again and again is left alone. One row a kind of failure, gone after a success.
create table source_breakers (
  source_id text not null references video_sources (id) on delete cascade,
  class text not null check (class in ('401', '403', '429', '451', '5xx', 'network')),
  failures integer not null,
  -- Null: not open yet. Once it has passed, one request may try.
  open_until timestamptz,
  -- Until then somebody tries; should he die, another may.
  trial_until timestamptz,
  message text not null,
  last_at timestamptz not null,
  primary key (source_id, class)
);

-- What a source's list files said of their version when everything in them had been decided.
create table fetched_files (
  source_id text not null references video_sources (id) on delete cascade,
  url_hash bytea not null check (octet_length(url_hash) = 32),
  etag text,
  last_modified text,
  read_at timestamptz not null,
  primary key (source_id, url_hash),
  check (etag is not null or last_modified is not null)
);
