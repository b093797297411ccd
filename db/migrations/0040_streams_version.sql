-- How the playlists of a video's streams were written (features/media/stream-playlists.ts). With those of an earlier
-- version players may wait at the last frame for ever; a step of its own writes them again.
alter table videos add column streams_version smallint not null default 0;
create index videos_with_old_streams on videos (id)
  where streams_version < 1 and hls_url <> '' and kind = 'hosted';

alter table media_jobs drop constraint media_jobs_step_check,
  add constraint media_jobs_step_check check (step in ('film', 'pictures', 'renditions', 'playlists'));
alter table media_reruns drop constraint media_reruns_step_check,
  add constraint media_reruns_step_check check (step in ('film', 'pictures', 'renditions', 'playlists'));
