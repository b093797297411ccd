-- works with: 1.0.0
-- In place of video_search_former, which the release before still uses.
create index concurrently video_search_former_rules on video_search (video_id) where rules < 2;
