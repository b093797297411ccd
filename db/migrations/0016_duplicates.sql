-- Duplicates: videos that are the same as others, what was decided about them and why, and where the addresses of
-- those lead that were merged into another. And the address of an embedded video's player.

alter table videos
  -- A page with the source's own player: an address, never HTML.
  add column embed_url text not null default ''
    check (embed_url = '' or (embed_url ~ '^https://[^\s"''<>]+$' and length(embed_url) <= 2000));

-- A title as it is compared: without case, accents and punctuation, words by single spaces, cut to what an index
-- entry holds. The ranges are written out so that they mean the same under every locale; NFKD has brought full-width
-- signs to ASCII before.
create function title_key(title text) returns text language sql immutable strict parallel safe
  return btrim(left(regexp_replace(
    regexp_replace(lower(normalize(left(title, 400), NFKD)), '[\u0300-\u036f]+', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+', ' ', 'g'), 200));

-- Two titles that differ in one place begin or end alike: one index for each. With the length in whole seconds in
-- front, a look-up meets a handful of a million videos.
create index videos_by_length_and_title on videos (duration, (title_key(title)) collate "C")
  where status = 'published' and duration > 0;
create index videos_by_length_and_title_end on videos (duration, (reverse(title_key(title))) collate "C")
  where status = 'published' and duration > 0;

-- The address of a video that was merged stays known and leads to the other. Chains are collapsed as they arise:
-- `to_id` is never itself a `from_id`.
create table video_redirects (
  from_id text primary key references videos (id) on delete cascade,
  to_id text not null references videos (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (from_id <> to_id)
);
create index video_redirects_by_target on video_redirects (to_id);

create table duplicate_decisions (
  id bigint generated always as identity primary key,
  -- What was newly brought: the download, its address and title, and its video if it was published.
  job_id text references download_jobs (id) on delete set null,
  source_url text not null,
  source_url_hash bytea not null check (octet_length(source_url_hash) = 32),
  title text not null,
  video_id text references videos (id) on delete set null,
  -- What it is the same as.
  existing_video_id text references videos (id) on delete set null,
  test text not null check (test in ('address', 'external_id', 'likeness', 'content')),
  reason text not null,
  -- Suspected waits for an administrator; skipped was never published.
  outcome text not null check (outcome in ('suspected', 'skipped', 'kept', 'merged')),
  decided_at timestamptz not null default now(),
  -- 'engine', or the administrator.
  decided_by text not null default 'engine' check (decided_by <> '')
);
-- A download that is broken off and begun again decides the same again.
create unique index duplicate_decisions_once on duplicate_decisions (job_id, existing_video_id, test);
create index duplicate_decisions_by_outcome on duplicate_decisions (outcome, id);
create index duplicate_decisions_by_address on duplicate_decisions (source_url_hash);
create index duplicate_decisions_by_video on duplicate_decisions (video_id) where video_id is not null;
create index duplicate_decisions_by_existing on duplicate_decisions (existing_video_id);
