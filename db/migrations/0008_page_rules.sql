-- How to read the pages of a source, by CSS selector: null for most.
alter table video_sources add column page_rules jsonb check (jsonb_typeof(page_rules) = 'object');
