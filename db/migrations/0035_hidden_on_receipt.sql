-- How much notices have hidden lately  (desk/cases)

create index takedown_videos_latest on takedown_videos (taken_at);
