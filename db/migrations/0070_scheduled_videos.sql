-- works with: 1.0.0
-- contracts: videos (videos_edited_fields_check), videos (videos_hidden_reason_check)

-- Behind the other reasons: the traits stored for those stay true.
alter table videos drop constraint videos_hidden_reason_check;
alter table videos add constraint videos_hidden_reason_check check (hidden_reason in
  ('administrator', 'basis', 'gone', 'takedown', 'withdrawn', 'refused', 'scheduled')) not valid;
alter table videos drop constraint videos_edited_fields_check;
alter table videos add constraint videos_edited_fields_check check (edited_fields <@
  array['title', 'description', 'tags', 'category', 'language', 'slug']) not valid;

create or replace function video_traits(status text, hidden_reason text, kind text, source_id text, category text,
  thumbnail_url text, hls_url text, video_url text, duration integer, published_at timestamptz)
returns bigint language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  return array_position(array['processing', 'published', 'hidden', 'removed'], status) - 1
    + (coalesce(array_position(array['administrator', 'basis', 'gone', 'takedown', 'withdrawn', 'refused', 'scheduled'],
        hidden_reason), 0) << 2)
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

create or replace function video_changing() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  present library;
begin
  if (old.title, old.description, old.tags, old.category, old.language, old.slug)
      is distinct from (new.title, new.description, new.tags, new.category, new.language, new.slug)
      or old.published_at <> new.published_at then
    new.version := old.version + 1;
  end if;
  if (old.status, old.hidden_reason) is distinct from (new.status, new.hidden_reason) then
    select * into present from library;
    if old.generation <> present.generation then
      if not wants_quarantine(old.status, old.hidden_reason) then return null; end if;
      new.generation := present.generation;
      -- Whatever its new status: it may come back in more than one step.
      if new.published_at is not null then new.published_at := greatest(new.published_at, present.cleared_at); end if;
    end if;
  end if;
  -- However a scheduled video became public: lists and searches have no dates ahead.
  if new.status = 'published' and new.published_at > clock_timestamp() then new.published_at := clock_timestamp(); end if;
  if old.published_at is not null and
      ((old.title, old.description, old.tags, old.category, old.duration, old.width, old.height, old.kind,
        old.video_url, old.thumbnail_url, old.embed_url, old.embed_provider, old.embed_id, old.published_at)
         is distinct from
       (new.title, new.description, new.tags, new.category, new.duration, new.width, new.height, new.kind,
        new.video_url, new.thumbnail_url, new.embed_url, new.embed_provider, new.embed_id, new.published_at)
       or (old.status <> 'published' and new.status = 'published')) then
    new.changed_at := now();
  end if;
  return new;
end $$;
create or replace trigger video_changing before update of title, description, tags, category, duration, width, height,
    kind, video_url, thumbnail_url, embed_url, embed_provider, embed_id, status, hidden_reason, published_at, slug, language
  on videos for each row execute function video_changing();
create or replace trigger tell_videos after insert or delete or update of title, description, tags, category, status,
    hidden_reason, kind, duration, video_url, thumbnail_url, published_at, slug, language
  on videos for each statement execute function tell_videos();
