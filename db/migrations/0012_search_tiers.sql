-- The search reads the most viewed first. One border, at the most viewed tenth, left it to read thousands of matches of
-- a common word to find the few hundred that it ranks; by tiers, each with an index of its own, it reads about as many
-- as it needs. 0 is the most viewed; null are the many that few have viewed.
drop index video_search_hot;
drop index video_search_hot_views;
drop index video_search_cold;
alter table video_search add column tier smallint;

update video_search s set tier = ranked.tier
from (select video_id, width_bucket(row_number() over (order by views desc), '{3001,12001,48001,192001}'::bigint[]) as tier
      from video_search where hot) as ranked
where s.video_id = ranked.video_id;

alter table video_search drop column hot;

create index video_search_tier_0 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 0;
create index video_search_tier_1 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 1;
create index video_search_tier_2 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 2;
create index video_search_tier_3 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 3;
create index video_search_tier_4 on video_search using gin (doc) with (fastupdate = off) where visible and tier = 4;
create index video_search_by_tier on video_search (tier, video_id) where visible;

-- Without it the planner takes tiers for empty, and walks them, until the next automatic one.
analyze video_search;
