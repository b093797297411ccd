-- Documents with words of a category's former name. Words are made in features/search, so a job makes them anew
-- (`search-documents`).
alter table video_search add column stale boolean not null default false;
create index video_search_stale on video_search (video_id) where stale;

-- The word that limits a search to the category goes along at once.
create or replace function video_search_follows_category() returns trigger language plpgsql as $$
begin
  update video_search set stale = true, doc = ts_delete(doc, '=' || lower(old.category))
                                              || array_to_tsvector(array['=' || lower(new.category)])
  where video_id = new.id;
  return null;
end $$;

-- Videos that were viewed since their views were last copied to video_facets. Not logged: after a crash the hourly
-- round over all videos makes up for it.
create unlogged table uncopied_views (
  video_id text primary key
);
