-- Where the statistics took a tier for small, this index was walked instead of the tier's own. As a whole only tier 0
-- is ever read.
drop index video_search_by_tier;
create index video_search_most_viewed on video_search (video_id) where visible and tier = 0;
