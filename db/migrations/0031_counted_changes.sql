-- What a change of a sitemap adds to its videos  (discovery/sitemaps)

-- Videos that appeared there, less those that went: so that a shard need not be counted for each change.
alter table sitemap_changes add column more integer not null default 0;

-- Changes noted so far are counted here, once.
update sitemap_shards s
set videos = (
  select count(*) from videos v
  where v.status = 'published' and v.generation = library_generation()
    and (v.published_at, v.id) >= (s.starts_at, s.starts_id) and (v.published_at, v.id) < (next.starts_at, next.starts_id))
from (select number, lead(starts_at, 1, 'infinity') over places as starts_at, lead(starts_id, 1, '') over places as starts_id
      from sitemap_shards window places as (order by starts_at, starts_id)) as next
where next.number = s.number and exists (
  select from sitemap_changes c
  where (c.published_at, c.video_id) >= (s.starts_at, s.starts_id)
    and (c.published_at, c.video_id) < (next.starts_at, next.starts_id));

create or replace function sitemap_videos_inserted() returns trigger language plpgsql as $$
begin
  insert into sitemap_changes (published_at, video_id, category, more)
  select published_at, id, category, 1 from new_videos
  where status = 'published' and generation = library_generation();
  return null;
end $$;

create or replace function sitemap_videos_deleted() returns trigger language plpgsql as $$
begin
  insert into sitemap_changes (published_at, video_id, category, more)
  select published_at, id, category, -1 from old_videos
  where status = 'published' and generation = library_generation();
  return null;
end $$;

create or replace function sitemap_video_changed() returns trigger language plpgsql as $$
declare
  was_there boolean := old.status = 'published' and old.generation = library_generation();
  is_there boolean := new.status = 'published' and new.generation = library_generation();
begin
  if was_there and is_there and old.published_at = new.published_at and old.category = new.category then
    insert into sitemap_changes (published_at, video_id, category) values (new.published_at, new.id, new.category);
    return null;
  end if;
  if was_there then
    insert into sitemap_changes (published_at, video_id, category, more)
    values (old.published_at, old.id, old.category, -1);
  end if;
  if is_there then
    insert into sitemap_changes (published_at, video_id, category, more)
    values (new.published_at, new.id, new.category, 1);
  end if;
  return null;
end $$;
