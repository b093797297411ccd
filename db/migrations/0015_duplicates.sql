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

-- Of a change of tags, as a merge makes one, what goes and what comes is counted in one go and in the order of the
-- tags. In two goes, two such changes at once could deadlock: one had taken z and wanted a, the other a and wanted z.
create function count_tag_changes(gone text[], added text[]) returns void
language sql as $$
  insert into tag_totals (tag, n)
  select tag, sum(delta)
  from (select tag, -1 as delta from unnest(gone) as g (tag)
        union all select tag, 1 from unnest(added) as a (tag)) as change
  group by tag having sum(delta) <> 0 order by tag
  on conflict (tag) do update set n = tag_totals.n + excluded.n;
$$;

create function insert_video_tags(video_ids text[]) returns text[] language sql as $$
  with rows as (
    insert into video_tags (video_id, tag, category, published_at)
    select distinct v.id, lower(t.tag), v.category, v.published_at
    from videos v, unnest(v.tags) as t (tag)
    where v.id = any (video_ids) and t.tag <> ''
    returning tag)
  select array_agg(tag) from rows;
$$;

create or replace function add_video_tags(video_ids text[]) returns void language plpgsql as $$
begin
  perform count_tags(insert_video_tags(video_ids), 1);
end $$;

create or replace function videos_updated() returns trigger language plpgsql as $$
declare
  changed text[];
  gone text[];
  added text[];
begin
  select array_agg(o.id) into changed
  from old_videos o join new_videos n on n.id = o.id
  where (o.status = 'published' or n.status = 'published')
    and (o.status, o.category, o.published_at, o.tags)
        is distinct from (n.status, n.category, n.published_at, n.tags);
  if changed is null then return null; end if;

  perform count_published(array_agg(category), array_agg(published_at), array_agg(delta))
  from (select category, published_at, -1 as delta from old_videos where id = any (changed) and status = 'published'
        union all
        select category, published_at, 1 from new_videos where id = any (changed) and status = 'published') as moves;

  with rows as (delete from video_tags where video_id = any (changed) returning tag)
  select array_agg(tag) into gone from rows;
  select insert_video_tags(array_agg(id)) into added
  from new_videos where id = any (changed) and status = 'published';
  perform count_tag_changes(gone, added);
  return null;
end $$;
