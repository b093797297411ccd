-- Finding videos by several things at once reads one index, not the videos (docs/decisions/0033-traits.md).

-- 16 bits of a text: for a filter, which looks at the text itself where these fit.
create function trait_hash(value text) returns bigint language sql immutable strict parallel safe
  return ('x' || left(md5(value), 4))::bit(16)::bigint;

-- What the back office can ask of a video, in the bits of one number; the same as features/catalogue/traits.ts.
create function video_traits(status text, hidden_reason text, kind text, source_id text, category text,
  thumbnail_url text, hls_url text, video_url text, duration integer, published_at timestamptz) returns bigint
language sql immutable parallel safe
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

-- The indexes are made anew anyway: dropped before, they are not made twice.
drop index videos_newest, videos_newest_of_status, videos_newest_hidden, videos_newest_of_source,
  videos_newest_of_kind, videos_newest_of_category, videos_without_picture, videos_without_renditions,
  videos_without_duration, videos_without_film;

-- Mended: since 15.20 PostgreSQL does not rewrite a table while a function takes its rows. The schema ends the same.
-- Formerly: 034f3e24f2e53bb0c0bb8b75ea79ea4c38f6aec53cb9f4644201c273367e359e
drop function is_cleared(videos);

alter table videos add column traits bigint not null generated always as
  (video_traits(status, hidden_reason, kind, source_id, category, thumbnail_url, hls_url, video_url, duration,
                published_at)) stored;

-- As 0027 made it.
create function is_cleared(video videos) returns boolean language sql stable
  return (video).generation < library_generation() and not wants_quarantine((video).status, (video).hidden_reason);

-- Counting views leaves a page for which the indexes alone do not do until it has been vacuumed. To vacuum sooner costs
-- little: only such pages are looked at.
alter table videos set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create index videos_newest on videos (created_at desc, id desc) include (traits);
create index videos_newest_of_status on videos (status, created_at desc, id desc) include (traits);
create index videos_newest_hidden on videos (hidden_reason, created_at desc, id desc) include (traits)
  where hidden_reason is not null;
create index videos_newest_of_source on videos (source_id, created_at desc, id desc) include (traits);
create index videos_newest_without_source on videos (created_at desc, id desc) include (traits)
  where source_id is null;
create index videos_newest_of_kind on videos (kind, created_at desc, id desc) include (traits);
create index videos_newest_of_category on videos (category, created_at desc, id desc) include (traits);
create index videos_without_picture on videos (created_at desc, id desc) include (traits)
  where thumbnail_url = '' and status in ('published', 'hidden');
create index videos_without_renditions on videos (created_at desc, id desc) include (traits)
  where hls_url = '' and kind = 'hosted' and status in ('published', 'hidden');
create index videos_without_duration on videos (created_at desc, id desc) include (traits)
  where duration = 0 and status in ('published', 'hidden');
create index videos_without_film on videos (created_at desc, id desc) include (traits)
  where kind = 'hosted' and (hidden_reason = 'gone' or (video_url = '' and status in ('published', 'hidden'))
                             or (status = 'processing' and published_at is not null));

-- Two and three things asked of the audit log together: along one of them, all of its acts might have to be passed.
create index audit_acts_by_actor_and_action on audit_acts (actor_name, action, seq);
create index audit_acts_by_actor_and_outcome on audit_acts (actor_name, outcome, seq);
create index audit_acts_by_action_and_outcome on audit_acts (action, outcome, seq);
create index audit_acts_by_actor_action_and_outcome on audit_acts (actor_name, action, outcome, seq);
