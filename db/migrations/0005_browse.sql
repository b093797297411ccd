-- Browsing: what lists are sorted and filtered by, and the further files of a video.

alter table videos
  -- A picture of a few pixels as a data: address; '' where none could be made, null where nobody has tried yet.
  add column placeholder text,
  -- Like video_url: a storage key of a hosted video's own file, else an address; '' where there is none.
  add column preview_url text not null default '',
  add column storyboard_url text not null default '',
  add column hls_url text not null default '';
create index videos_without_placeholder on videos (id)
  where placeholder is null and kind = 'hosted' and status = 'published';

-- Under 5 minutes, 5 to 20, over 20; the same borders as DURATION_FILTERS of the contract.
create function length_class(duration integer) returns smallint language sql immutable parallel safe
  return case when duration < 300 then 0 when duration <= 1200 then 1 else 2 end;

-- Below 720 lines, 720 and more, 1080, 2160; the same borders as QUALITY_FILTERS of the contract.
create function quality_class(height integer) returns smallint language sql immutable parallel safe
  return case when height >= 2160 then 3 when height >= 1080 then 2 when height >= 720 then 1 else 0 end;

-- One narrow row for each published video, and for none other. Length and quality make twelve cells; in each cell,
-- of everything and of each category, an index stands in every order that a list can have.
create table video_facets (
  video_id text primary key references videos (id) on delete cascade,
  category text not null,
  length smallint not null,
  quality smallint not null,
  duration integer not null,
  -- A copy of videos.views, renewed from time to time: counting views touches no index.
  views integer not null,
  published_at timestamptz not null
);
insert into video_facets
  select id, category, length_class(duration), quality_class(height), duration, views, published_at
  from videos where status = 'published';
-- With the other keys, so that all since a date can be put in another order without reading the rows.
create index video_facets_latest on video_facets (length, quality, published_at, video_id) include (views, duration);
create index video_facets_by_views on video_facets (length, quality, views, published_at, video_id);
create index video_facets_by_duration on video_facets (length, quality, duration, published_at, video_id);
create index video_facets_latest_in_category
  on video_facets (category, length, quality, published_at, video_id) include (views, duration);
create index video_facets_by_views_in_category
  on video_facets (category, length, quality, views, published_at, video_id);
create index video_facets_by_duration_in_category
  on video_facets (category, length, quality, duration, published_at, video_id);
create index video_tags_latest_of_all on video_tags (tag, published_at desc, video_id desc);

create function video_facets_insert() returns trigger language plpgsql as $$
begin
  insert into video_facets
    select id, category, length_class(duration), quality_class(height), duration, views, published_at
    from new_videos where status = 'published';
  return null;
end $$;
create trigger video_facets_insert after insert on videos
  referencing new table as new_videos for each statement execute function video_facets_insert();

-- A takedown cannot be forgotten: the row goes with the status. By row, and only for these columns, so that
-- counting views does not come here; whoever changes a video holds its row, so nobody else writes its facets.
create function video_facets_follow() returns trigger language plpgsql as $$
begin
  if new.status <> 'published' then
    delete from video_facets where video_id = new.id;
    return null;
  end if;
  insert into video_facets values (new.id, new.category, length_class(new.duration), quality_class(new.height),
                                   new.duration, new.views, new.published_at)
  on conflict (video_id) do update
    set category = excluded.category, length = excluded.length, quality = excluded.quality,
        duration = excluded.duration, published_at = excluded.published_at;
  return null;
end $$;
create trigger video_facets_follow after update of status, category, duration, height, published_at on videos
  for each row when ((old.status, old.category, old.duration, old.height, old.published_at)
                     is distinct from (new.status, new.category, new.duration, new.height, new.published_at))
  execute function video_facets_follow();

-- The word for the category in a search document (features/search/document.ts) goes along with the category.
create function video_search_follows_category() returns trigger language plpgsql as $$
begin
  update video_search set doc = ts_delete(doc, '=' || lower(old.category))
                                || array_to_tsvector(array['=' || lower(new.category)])
  where video_id = new.id;
  return null;
end $$;
create trigger video_search_follows_category after update of category on videos
  for each row when (old.category is distinct from new.category) execute function video_search_follows_category();
