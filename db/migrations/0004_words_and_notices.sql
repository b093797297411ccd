create table languages (
  id text primary key default gen_random_uuid()::text,
  code text not null unique check (code ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  name text not null,
  native_name text not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now()
);

create table keywords (
  id text primary key default gen_random_uuid()::text,
  keyword text not null check (keyword <> ''),
  slug text not null check (slug <> ''),
  language_code text references languages (code) on update cascade,
  country_code text,
  search_volume integer check (search_volume >= 0),
  difficulty integer check (difficulty >= 0),
  category text,
  meta_title text not null,
  meta_description text not null,
  enabled boolean not null default true,
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default now()
);
-- A keyword without a language is answered under /en/{slug}, so it shares that space of addresses.
create unique index keywords_by_address on keywords (coalesce(language_code, 'en'), slug);
create index keywords_latest on keywords (created_at desc, id desc);

create table video_translations (
  id text primary key default gen_random_uuid()::text,
  video_id text not null references videos (id) on delete cascade,
  language_code text not null references languages (code) on update cascade,
  title text not null,
  description text not null,
  created_at timestamptz not null default now(),
  unique (video_id, language_code)
);
create index video_translations_by_language on video_translations (language_code, video_id);

create table keyword_videos (
  id text primary key default gen_random_uuid()::text,
  keyword_id text not null references keywords (id) on delete cascade,
  video_id text not null references videos (id) on delete cascade,
  relevance_score integer not null default 0,
  created_at timestamptz not null default now(),
  unique (keyword_id, video_id)
);
create index keyword_videos_by_relevance on keyword_videos (keyword_id, relevance_score desc, video_id);
create index keyword_videos_by_video on keyword_videos (video_id);

create table dmca_requests (
  id text primary key default gen_random_uuid()::text,
  video_id text references videos (id) on delete set null,
  complainant_name text not null,
  complainant_email text not null,
  complainant_address text not null,
  complainant_phone text,
  copyright_work text not null,
  infringing_url text not null,
  additional_info text,
  signature text not null,
  good_faith_statement boolean not null check (good_faith_statement),
  accuracy_statement boolean not null check (accuracy_statement),
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  admin_notes text,
  submitted_at timestamptz not null default now(),
  responded_at timestamptz
);
create index dmca_requests_latest on dmca_requests (submitted_at desc, id desc);
create index dmca_requests_by_status on dmca_requests (status, submitted_at desc, id desc);
create index dmca_requests_by_video on dmca_requests (video_id);
