-- When a video's page last began to show something else, null until then; its views and files for playing do not count.
alter table videos add column changed_at timestamptz;

create function video_shown_anew() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

create trigger video_shown_anew
  before update of title, description, tags, category, duration, width, height, kind, video_url, thumbnail_url,
    embed_url, embed_provider, embed_id, status
  on videos for each row
  when (old.published_at is not null
    and ((old.title, old.description, old.tags, old.category, old.duration, old.width, old.height, old.kind, old.video_url,
          old.thumbnail_url, old.embed_url, old.embed_provider, old.embed_id)
         is distinct from
         (new.title, new.description, new.tags, new.category, new.duration, new.width, new.height, new.kind, new.video_url,
          new.thumbnail_url, new.embed_url, new.embed_provider, new.embed_id)
      or (old.status <> 'published' and new.status = 'published')))
  execute function video_shown_anew();

-- A sitemap's videos are those published from its start up to the next one's. Starts never move.
create table sitemap_shards (
  number integer primary key check (number > 0),
  starts_at timestamptz not null,
  starts_id text not null,
  videos integer not null default 0 check (videos >= 0),
  -- How often it has changed, and when last, without what sitemap_changes has yet to say.
  changes bigint not null default 0,
  changed_at timestamptz,
  unique (starts_at, starts_id)
);

-- Which places in the order of publishing show something else since the shards were counted.
create table sitemap_changes (
  published_at timestamptz not null,
  video_id text not null,
  at timestamptz not null default now()
);
create index sitemap_changes_by_place on sitemap_changes (published_at, video_id);

create function sitemap_videos_inserted() returns trigger language plpgsql as $$
begin
  insert into sitemap_changes (published_at, video_id)
  select published_at, id from new_videos where status = 'published';
  return null;
end $$;

create trigger sitemap_videos_inserted after insert on videos
  referencing new table as new_videos for each statement execute function sitemap_videos_inserted();

create function sitemap_videos_deleted() returns trigger language plpgsql as $$
begin
  insert into sitemap_changes (published_at, video_id)
  select published_at, id from old_videos where status = 'published' and generation = library_generation();
  return null;
end $$;

create trigger sitemap_videos_deleted after delete on videos
  referencing old table as old_videos for each statement execute function sitemap_videos_deleted();

create function sitemap_video_changed() returns trigger language plpgsql as $$
begin
  if old.status = 'published' then
    insert into sitemap_changes (published_at, video_id) values (old.published_at, old.id);
  end if;
  if new.status = 'published' and (old.status <> 'published' or old.published_at <> new.published_at) then
    insert into sitemap_changes (published_at, video_id) values (new.published_at, new.id);
  end if;
  return null;
end $$;

create trigger sitemap_video_changed after update on videos for each row
  when ((old.status = 'published' or new.status = 'published')
    and (old.status, old.published_at, old.changed_at) is distinct from (new.status, new.published_at, new.changed_at))
  execute function sitemap_video_changed();
