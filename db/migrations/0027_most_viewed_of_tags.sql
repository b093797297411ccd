-- The most viewed of a tag are found by the tag's own index: their tier is that of the search, null for the many that few
-- have viewed, which the index leaves out. The table is filled again, as updating its rows would leave it and its indexes
-- larger, and takes longer.
alter table video_tags add column tier smallint;
alter table video_tags drop constraint video_tags_pkey, drop constraint video_tags_video_id_fkey;
drop index video_tags_by_tag;
drop index video_tags_latest;
drop index video_tags_latest_of_all;
create temporary table tags_before on commit drop as
  select t.video_id, t.tag, t.category, t.published_at, t.length, t.quality, s.tier
  from video_tags t left join video_search s on s.video_id = t.video_id;
truncate video_tags;
insert into video_tags select * from tags_before order by tag, video_id;
alter table video_tags add primary key (video_id, tag),
  add foreign key (video_id) references videos on delete cascade;
create index video_tags_by_tag on video_tags (tag, video_id);
create index video_tags_latest on video_tags (category, tag, published_at desc, video_id) include (length, quality);
create index video_tags_latest_of_all on video_tags (tag, published_at desc, video_id desc) include (length, quality);
create index video_tags_most_viewed on video_tags (tag, tier, video_id) include (category, published_at, length, quality)
  where tier is not null;
-- Without it the planner takes the index for empty until the next automatic one.
analyze video_tags;

create or replace function insert_video_tags(video_ids text[])
 returns text[]
 language sql
as $function$
  with rows as (
    insert into video_tags (video_id, tag, category, published_at, length, quality, tier)
    select distinct v.id, lower(t.tag), v.category, v.published_at, length_class(v.duration), quality_class(v.height),
      (select s.tier from video_search s where s.video_id = v.id)
    from videos v, unnest(v.tags) as t (tag)
    where v.id = any (video_ids) and t.tag <> ''
    returning tag)
  select array_agg(tag) from rows;
$function$;

create function video_tags_follow_tier()
 returns trigger
 language plpgsql
as $function$
begin
  update video_tags set tier = new.tier where video_id = new.video_id;
  return null;
end $function$;
create trigger video_tags_follow_tier after update of tier on video_search
  for each row when (old.tier is distinct from new.tier) execute function video_tags_follow_tier();
