-- The catalogue: sources, categories, videos, and what keeps lists, totals and related videos cheap.
-- What was measured at a million videos stands in docs/decisions/0003-lists-and-search.md.

create table domains (
  id text primary key default gen_random_uuid()::text,
  domain text not null unique check (domain = lower(domain) and domain <> ''),
  is_default boolean not null default false,
  site_name text not null,
  brand_name text not null,
  tagline text not null default '',
  description text not null default '',
  keywords text[] not null default '{}',
  contact_email text not null,
  theme_primary text not null check (theme_primary ~ '^#[0-9a-f]{6}$'),
  theme_accent text not null check (theme_accent ~ '^#[0-9a-f]{6}$'),
  theme_default text not null default 'dark' check (theme_default in ('light', 'dark')),
  seo_title_template text not null,
  seo_default_title text not null,
  seo_default_description text not null,
  seo_google_verification text,
  created_at timestamptz not null default now()
);
create unique index domains_one_default on domains ((true)) where is_default;

create table categories (
  id text primary key default gen_random_uuid()::text,
  name text not null unique check (name <> ''),
  slug text not null unique check (slug <> ''),
  video_count integer not null default 0
);

create table video_sources (
  id text primary key default gen_random_uuid()::text,
  name text not null check (name <> ''),
  base_url text not null unique,
  kind text not null default 'sitemap' check (kind in ('sitemap')),
  enabled boolean not null default true,
  daily_quota integer not null default 10 check (daily_quota >= 0),
  last_crawled_at timestamptz,
  total_videos_added integer not null default 0,
  created_at timestamptz not null default now()
);

create table videos (
  id text primary key default gen_random_uuid()::text,
  title text not null,
  description text not null default '',
  tags text[] not null default '{}',
  category text not null references categories (name) on update cascade,
  source_url text not null,
  source_url_hash bytea not null unique check (octet_length(source_url_hash) = 32),
  -- A hosted video's own files are named by their storage key, others by their address.
  video_url text not null default '',
  thumbnail_url text not null default '',
  duration integer not null default 0 check (duration >= 0),
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default now(),
  kind text not null default 'hosted' check (kind in ('hosted', 'remote', 'embed')),
  status text not null default 'processing' check (status in ('processing', 'published', 'hidden', 'removed')),
  width integer check (width > 0),
  height integer check (height > 0),
  slug text not null,
  source_id text references video_sources (id) on delete set null,
  content_sha256 bytea check (octet_length(content_sha256) = 32),
  published_at timestamptz,
  check (status <> 'published' or published_at is not null)
) with (fillfactor = 85);
-- Views stay out of every index, so that counting them never touches one.
create index videos_latest on videos (published_at desc, id desc) where status = 'published';
create index videos_latest_in_category on videos (category, published_at desc, id desc) where status = 'published';
create index videos_by_source on videos (source_id);
create index videos_by_category on videos (category);
create index videos_by_content on videos (content_sha256) where content_sha256 is not null;
create index videos_processing on videos (created_at) where status = 'processing';

-- How many published videos stand in each stretch of time, for each category and (category '') for all: a page
-- any depth down is found by adding these up instead of by walking the videos.
create table list_buckets (
  category text not null,
  span text not null check (span in ('day', 'slot')),
  starts_at timestamptz not null,
  n integer not null,
  primary key (category, span, starts_at)
) with (fillfactor = 50);

create table catalogue_totals (
  id boolean primary key default true check (id),
  videos bigint not null default 0,
  views bigint not null default 0
) with (fillfactor = 50);
insert into catalogue_totals default values;

create table video_tags (
  video_id text not null references videos (id) on delete cascade,
  tag text not null,
  category text not null,
  published_at timestamptz not null,
  primary key (video_id, tag)
);
create index video_tags_latest on video_tags (category, tag, published_at desc, video_id);

create table tag_totals (
  tag text primary key,
  n bigint not null
) with (fillfactor = 50);

create table related_videos (
  video_id text primary key references videos (id) on delete cascade,
  related_ids text[] not null,
  computed_at timestamptz not null default now()
);

-- Counts are kept by statement: one statement about a thousand videos writes each bucket once. Rows are always
-- taken in the same order (buckets, categories, tags, totals; each sorted), so that writers cannot deadlock.
create function count_published(category_names text[], published timestamptz[], deltas integer[]) returns void
language sql as $$
  insert into list_buckets (category, span, starts_at, n)
  select list, span, case span
           when 'day' then date_bin('1 day', at, '2000-01-01 00:00Z')
           else date_bin('10 minutes', at, '2000-01-01 00:00Z') end,
         sum(delta)
  from unnest(category_names, published, deltas) as change (category, at, delta),
       lateral (values (''), (change.category)) as lists (list),
       (values ('day'), ('slot')) as spans (span)
  group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
  on conflict (category, span, starts_at) do update set n = list_buckets.n + excluded.n;

  select from categories where name = any (category_names) order by name for no key update;
  update categories c set video_count = c.video_count + change.n
  from (select category, sum(delta) as n from unnest(category_names, deltas) as d (category, delta)
        group by category having sum(delta) <> 0) as change
  where c.name = change.category;

  update catalogue_totals set videos = videos + (select sum(delta) from unnest(deltas) as d (delta))
  where (select sum(delta) from unnest(deltas) as d (delta)) <> 0;
$$;

-- Tags are counted and stored in lower case, each once a video.
create function count_tags(tag_names text[], delta integer) returns void
language sql as $$
  insert into tag_totals (tag, n)
  select tag, count(*) * delta from unnest(tag_names) as change (tag) group by tag order by tag
  on conflict (tag) do update set n = tag_totals.n + excluded.n;
$$;

create function add_video_tags(video_ids text[]) returns void language plpgsql as $$
declare
  added text[];
begin
  with rows as (
    insert into video_tags (video_id, tag, category, published_at)
    select distinct v.id, lower(t.tag), v.category, v.published_at
    from videos v, unnest(v.tags) as t (tag)
    where v.id = any (video_ids) and t.tag <> ''
    returning tag)
  select array_agg(tag) into added from rows;
  perform count_tags(added, 1);
end $$;

create function count_views(delta bigint) returns void
language sql as $$
  update catalogue_totals set views = views + delta where delta <> 0;
$$;

create function videos_inserted() returns trigger language plpgsql as $$
begin
  perform count_published(array_agg(category), array_agg(published_at), array_agg(1)), add_video_tags(array_agg(id))
  from new_videos where status = 'published' having count(*) > 0;
  perform count_views(sum(views)) from new_videos;
  return null;
end $$;

create function videos_updated() returns trigger language plpgsql as $$
declare
  changed text[];
  gone text[];
begin
  select array_agg(o.id) into changed
  from old_videos o join new_videos n on n.id = o.id
  where (o.status = 'published' or n.status = 'published')
    and (o.status, o.category, o.published_at, o.tags)
        is distinct from (n.status, n.category, n.published_at, n.tags);
  if changed is null then return null; end if;

  perform count_published(array_agg(category), array_agg(published_at), array_agg(delta))
  from (select category, published_at, -1 as delta from old_videos where id = any (changed) and status = 'published'
        union all
        select category, published_at, 1 from new_videos where id = any (changed) and status = 'published') as moves;

  with rows as (delete from video_tags where video_id = any (changed) returning tag)
  select array_agg(tag) into gone from rows;
  perform count_tags(gone, -1);
  perform add_video_tags(array_agg(id)) from new_videos where id = any (changed) and status = 'published';
  return null;
end $$;

-- Foreign keys take the rows of video_tags along; the old videos still say which tags they were.
create function videos_deleted() returns trigger language plpgsql as $$
begin
  perform count_published(array_agg(category), array_agg(published_at), array_agg(-1))
  from old_videos where status = 'published' having count(*) > 0;
  perform count_tags(array_agg(tag), -1)
  from (select distinct v.id, lower(t.tag) as tag from old_videos v, unnest(v.tags) as t (tag)
        where v.status = 'published' and t.tag <> '') as gone;
  perform count_views(-sum(views)) from old_videos;
  return null;
end $$;

create trigger videos_inserted after insert on videos
  referencing new table as new_videos for each statement execute function videos_inserted();
create trigger videos_updated after update on videos
  referencing old table as old_videos new table as new_videos for each statement execute function videos_updated();
create trigger videos_deleted after delete on videos
  referencing old table as old_videos for each statement execute function videos_deleted();

-- A new name travels to the videos (on update cascade), which counts them under it: the count begins anew.
create function category_renamed() returns trigger language plpgsql as $$
begin
  new.video_count := 0;
  return new;
end $$;
create trigger category_renamed before update of name on categories
  for each row when (old.name is distinct from new.name) execute function category_renamed();
