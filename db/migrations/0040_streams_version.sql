-- How the playlists of a video's streams were written (features/media/stream-playlists.ts). With those of an earlier
-- version players may wait at the last frame for ever; a step of its own writes them again.
-- Mended: since 15.20 PostgreSQL does not rewrite a table while a function takes its rows. The schema ends the same.
-- Formerly: 69eeb48652cdea31060b2cb463b229220e8398b55576428dca60915f7841ab3f
drop function is_cleared(videos);

alter table videos add column streams_version smallint not null default 0;
-- As 0027 made it.
create function is_cleared(video videos) returns boolean language sql stable
  return (video).generation < library_generation() and not wants_quarantine((video).status, (video).hidden_reason);

create index videos_with_old_streams on videos (id)
  where streams_version < 1 and hls_url <> '' and kind = 'hosted';

alter table media_jobs drop constraint media_jobs_step_check,
  add constraint media_jobs_step_check check (step in ('film', 'pictures', 'renditions', 'playlists'));
alter table media_reruns drop constraint media_reruns_step_check,
  add constraint media_reruns_step_check check (step in ('film', 'pictures', 'renditions', 'playlists'));
