-- A film whose video is here stays here while its file is fetched once more, however that ends.
create or replace function moved_film_follows() returns trigger language plpgsql as $$
begin
  update moved_films f set download_id = new.id, video_id = coalesce(new.video_id, f.video_id),
    state = case when new.status = 'completed' then 'here'
                 when f.state = 'here' and exists (select from videos v
                   where v.id = f.video_id and v.status in ('published', 'hidden')) then 'here'
                 when new.status = 'pending' then 'waiting' when new.status = 'processing' then 'working'
                 when new.error_class = 'duplicate' then 'duplicate'
                 else 'failed' end
  where f.source_id = new.source_id and f.path = new.external_id and f.state <> 'undone';
  return null;
end $$;
