-- How the last try to read a source went, and since when it goes like that. Null: nobody has tried yet.
alter table video_sources
  add column reading_result text check (reading_result in ('read', 'in_part', 'not_read')),
  add column reading_at timestamptz,
  add column reading_since timestamptz,
  -- What could not be read, as a sentence.
  add column reading_message text,
  add constraint video_sources_reading
    check (num_nulls(reading_result, reading_at, reading_since) in (0, 3)
           and (reading_message is null or reading_result is not null));

-- "Last crawled" used to be set whether or not anything was read. A source that has never named an address was not.
update video_sources s set last_crawled_at = null
where last_crawled_at is not null
  and not exists (select from crawler_run_counts c where c.source_id = s.id)
  and not exists (select from download_jobs j where j.source_id = s.id)
  and not exists (select from videos v where v.source_id = s.id);

-- What was read of another address, or as another kind, says nothing of this one.
create function video_source_moved() returns trigger language plpgsql as $$
begin
  new.reading_result := null;
  new.reading_at := null;
  new.reading_since := null;
  new.reading_message := null;
  return new;
end $$;
create trigger video_source_moved before update of base_url, kind on video_sources for each row
  when (old.base_url <> new.base_url or old.kind <> new.kind) execute function video_source_moved();
