-- Links from pages to pages of keywords are sought in a fixed order.
drop index keyword_standing_by_category;
create index keyword_standing_by_category on keyword_standing (category, keyword_id) where obstacle is null;

-- Pages that are gone for good: their addresses answer 410 instead of 404.

-- Ids of deleted videos that were public.
create table gone_videos (
  id text primary key,
  gone_at timestamptz not null default now()
);

-- Slugs of deleted categories, and those that led to them.
create table gone_categories (
  slug text primary key,
  gone_at timestamptz not null default now()
);
