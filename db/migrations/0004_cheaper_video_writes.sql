-- What a generated column calls is read, and written out in place, for each statement that writes the table, if it is a
-- function in SQL: for these two that cost more than the rest of the write. PL/pgSQL keeps its plans.
create or replace function video_traits(status text, hidden_reason text, kind text, source_id text, category text,
  thumbnail_url text, hls_url text, video_url text, duration integer, published_at timestamptz) returns bigint
language plpgsql immutable parallel safe as $$
begin
  return array_position(array['processing', 'published', 'hidden', 'removed'], status) - 1
    + (coalesce(array_position(array['administrator', 'basis', 'gone', 'takedown'], hidden_reason), 0) << 2)
    + (array_position(array['hosted', 'remote', 'embed'], kind) - 1 << 5)
    + (((thumbnail_url = '' and status in ('published', 'hidden'))::int) << 7)
    + (((hls_url = '' and kind = 'hosted' and status in ('published', 'hidden'))::int) << 8)
    + (((duration = 0 and status in ('published', 'hidden'))::int) << 9)
    + (((kind = 'hosted' and (coalesce(hidden_reason = 'gone', false)
          or (video_url = '' and status in ('published', 'hidden'))
          or (status = 'processing' and published_at is not null)))::int) << 10)
    + (trait_hash(coalesce(source_id, '')) << 16)
    + (trait_hash(category) << 32);
end $$;

create or replace function survival_ages(span interval, strictly boolean) returns smallint
language plpgsql immutable strict parallel safe as $$
begin
  return (select count(*) from unnest(array[1, 2, 4, 8, 16, 32, 64, 128, 256]) as age (days)
          where case when strictly then extract(epoch from span) > days * 86400
                     else extract(epoch from span) >= days * 86400 end);
end $$;

-- Of all videos of a statement at once; for each by itself it took longer than all else that is done for it.
drop trigger video_health_begins on videos;
create function video_health_begins() returns trigger language plpgsql as $$
begin
  insert into video_health (video_id, kind, lane, published_at, next_check_at)
  select id, kind, coalesce(source_id, ''), published_at, published_at + interval '1 day'
  from new_videos where status = 'published' and kind <> 'hosted';
  return null;
end $$;
create trigger video_health_begins after insert on videos referencing new table as new_videos
  for each statement execute function video_health_begins();
