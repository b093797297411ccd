-- Where fewer videos are hot than a search for a very short beginning looks through, others are taken by this.
create index video_search_cold on video_search (video_id) where visible and not hot;
