-- What a search filters and sorts its matches by stands in their own rows, instead of being looked up in video_facets for
-- each. The table is filled again, as updating each of its rows would write each text index anew; the tiers last, as they
-- are after they were marked: a search for others meets these first.
alter table video_search add column category text, add column length smallint, add column quality smallint,
  add column duration integer, add column published_at timestamptz;
alter table video_search drop constraint video_search_pkey, drop constraint video_search_video_id_fkey;
drop index video_search_doc;
drop index video_search_doc_unseen;
drop index video_search_most_viewed;
drop index video_search_stale;
drop index video_search_tier_0;
drop index video_search_tier_1;
drop index video_search_tier_2;
drop index video_search_tier_3;
drop index video_search_tier_4;
create temporary table documents_before on commit drop as
  select s.video_id, s.doc, s.views, s.visible, s.stale, s.tier, v.category, length_class(v.duration),
    quality_class(v.height), v.duration, v.published_at
  from video_search s join videos v on v.id = s.video_id;
truncate video_search;
insert into video_search select * from documents_before order by tier nulls first;
alter table video_search add primary key (video_id), add foreign key (video_id) references videos on delete cascade;
create index video_search_doc on video_search using gin (doc) with (fastupdate = off) where visible;
create index video_search_doc_unseen on video_search using gin (doc) with (fastupdate = off) where not visible;
create index video_search_most_viewed on video_search (video_id) where visible and tier = 0;
create index video_search_stale on video_search (video_id) where stale;
create index video_search_tier_0 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 0;
create index video_search_tier_1 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 1;
create index video_search_tier_2 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 2;
create index video_search_tier_3 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 3;
create index video_search_tier_4 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 4;
-- Without it the planner takes the tiers for empty until the next automatic one.
analyze video_search;

create function video_search_has_facts()
 returns trigger
 language plpgsql
as $function$
begin
  select category, length_class(duration), quality_class(height), duration, published_at
  into new.category, new.length, new.quality, new.duration, new.published_at
  from videos where id = new.video_id;
  return new;
end $function$;
create trigger video_search_has_facts before insert on video_search
  for each row execute function video_search_has_facts();

create or replace function video_search_follows_category()
 returns trigger
 language plpgsql
as $function$
begin
  update video_search set stale = true, category = new.category,
    doc = ts_delete(doc, '=' || lower(old.category)) || array_to_tsvector(array['=' || lower(new.category)])
  where video_id = new.id;
  return null;
end $function$;

-- While a video is not public its facts may lag behind.
create or replace function video_search_follows_status()
 returns trigger
 language plpgsql
as $function$
begin
  insert into video_search (video_id, doc, views, visible, stale)
  values (new.id, '', new.views, new.status = 'published', true)
  on conflict (video_id) do update
    set visible = excluded.visible, length = excluded.length, quality = excluded.quality, duration = excluded.duration,
        published_at = excluded.published_at;
  return null;
end $function$;

create function video_search_follows_facts()
 returns trigger
 language plpgsql
as $function$
begin
  update video_search set length = length_class(new.duration), quality = quality_class(new.height),
    duration = new.duration, published_at = new.published_at
  where video_id = new.id;
  return null;
end $function$;
create trigger video_search_follows_facts after update of duration, height, published_at on videos
  for each row when (new.status = 'published' and old.status = new.status and (old.duration is distinct from new.duration
    or old.height is distinct from new.height or old.published_at is distinct from new.published_at))
  execute function video_search_follows_facts();
