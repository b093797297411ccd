-- A tag's list with a length or a quality reads its index alone: no row of video_facets is looked up for each video. The
-- table is filled again, as updating each of its rows would leave it and its indexes twice as large.
alter table video_tags add column length smallint, add column quality smallint;
alter table video_tags drop constraint video_tags_pkey, drop constraint video_tags_video_id_fkey;
drop index video_tags_by_tag;
drop index video_tags_latest;
drop index video_tags_latest_of_all;
create temporary table tags_before on commit drop as
  select t.video_id, t.tag, t.category, t.published_at, length_class(v.duration) as length, quality_class(v.height) as quality
  from video_tags t join videos v on v.id = t.video_id;
truncate video_tags;
insert into video_tags select * from tags_before order by tag, video_id;
alter table video_tags alter column length set not null, alter column quality set not null,
  add primary key (video_id, tag), add foreign key (video_id) references videos on delete cascade;
create index video_tags_by_tag on video_tags (tag, video_id);
create index video_tags_latest on video_tags (category, tag, published_at desc, video_id) include (length, quality);
create index video_tags_latest_of_all on video_tags (tag, published_at desc, video_id desc) include (length, quality);

CREATE OR REPLACE FUNCTION insert_video_tags(video_ids text[])
 RETURNS text[]
 LANGUAGE sql
AS $function$
  with rows as (
    insert into video_tags (video_id, tag, category, published_at, length, quality)
    select distinct v.id, lower(t.tag), v.category, v.published_at, length_class(v.duration), quality_class(v.height)
    from videos v, unnest(v.tags) as t (tag)
    where v.id = any (video_ids) and t.tag <> ''
    returning tag)
  select array_agg(tag) from rows;
$function$;

CREATE OR REPLACE FUNCTION videos_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  present integer := library_generation();
  changed text[];
  gone text[];
  added text[];
begin
  select array_agg(o.id) into changed
  from old_videos o join new_videos n on n.id = o.id
  where (o.status = 'published' or n.status = 'published') and n.generation = present
    and (o.status, o.category, o.published_at, o.tags, o.duration, o.height)
        is distinct from
        (n.status, n.category, n.published_at, n.tags, n.duration, n.height);
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
end $function$;
