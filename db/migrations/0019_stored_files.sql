-- Every stored file of a video: what its addresses call it, and where it lies.

create table stored_files (
  key text not null check (key <> ''),
  video_id text not null references videos (id) on delete cascade,
  -- What a signed address allows: 'play' covers the film, its streams and its storyboard.
  purpose text not null check (purpose in ('play', 'thumbnail', 'preview')),
  -- The last part of the address: 'video.mp4', '720p.m3u8', 'storyboard.vtt', '640.webp'.
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]*$'),
  place text not null default 'fs' check (place in ('fs', 's3')),
  -- Null where nobody has looked yet.
  size_bytes bigint check (size_bytes >= 0),
  stored_at timestamptz not null default now(),
  primary key (video_id, purpose, name)
);
create index stored_files_by_key on stored_files (key);
-- A move takes a place's files in the order of their keys.
create index stored_files_by_place on stored_files (place, key);

-- What the videos name already.
insert into stored_files (key, video_id, purpose, name)
select f.key, v.id, f.purpose, f.name
from videos v, lateral (values
  (v.video_url, 'play', 'video.' || coalesce(substring(v.video_url from '\.([a-z0-9]{2,4})$'), 'mp4')),
  (v.thumbnail_url, 'thumbnail', '640.webp'),
  (v.preview_url, 'preview', 'preview.' || coalesce(substring(v.preview_url from '\.([a-z0-9]{2,4})$'), 'mp4')),
  (v.storyboard_url, 'play', 'storyboard.vtt')) as f (key, purpose, name)
where f.key ~ '^[A-Za-z0-9][A-Za-z0-9._/-]*$' and (v.kind = 'hosted' or f.purpose = 'thumbnail')
on conflict do nothing;
