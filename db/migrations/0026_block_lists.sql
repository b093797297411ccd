-- Lists of addresses and files that somebody else keeps, by name; each import is one reading of one version.
create table block_lists (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  -- Its entries are being deleted, and then the row.
  removed_at timestamptz
);
create unique index block_lists_by_name on block_lists (lower(name)) where removed_at is null;

create table block_list_imports (
  id bigint generated always as identity primary key,
  list_id bigint not null references block_lists on delete cascade,
  version text not null check (version <> ''),
  dated date not null,
  by text not null,
  columns text[] not null,
  state text not null default 'receiving' check (state in ('receiving', 'finishing', 'finished', 'stopped')),
  lines int not null default 0,
  added int not null default 0,
  kept int not null default 0,
  removed int not null default 0,
  faulty int not null default 0,
  faults jsonb not null default '[]',
  video_ids text[] not null default '{}',
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index block_list_imports_open on block_list_imports (list_id) where state in ('receiving', 'finishing');
create index block_list_imports_latest on block_list_imports (list_id, id desc);

-- A case, an administrator and every list have an entry of their own: what one lets go, another may still keep out.
alter table blocked_addresses drop constraint blocked_addresses_pkey;
alter table blocked_addresses
  add id bigint generated always as identity,
  add list_id bigint references block_lists,
  add import_id bigint,
  add address text,
  add by text,
  add until timestamptz,
  add constraint blocked_addresses_pkey primary key (id),
  add constraint blocked_addresses_once unique nulls not distinct (hash, case_id, list_id),
  add constraint blocked_addresses_list check ((list_id is null) = (import_id is null) and (list_id is null or case_id is null));
alter table blocked_addresses add origin text not null generated always as
  (case when case_id is not null then 'case' when list_id is not null then 'list' else 'administrator' end) stored;
create index blocked_addresses_by_origin on blocked_addresses (origin, id);
create index blocked_addresses_of_list on blocked_addresses (list_id, import_id) where list_id is not null;
create index blocked_addresses_that_end on blocked_addresses (until) where until is not null;

alter table blocked_contents drop constraint blocked_contents_pkey;
alter table blocked_contents
  add id bigint generated always as identity,
  add list_id bigint references block_lists,
  add import_id bigint,
  add by text,
  add until timestamptz,
  add constraint blocked_contents_pkey primary key (id),
  add constraint blocked_contents_once unique nulls not distinct (sha256, case_id, list_id),
  add constraint blocked_contents_list check ((list_id is null) = (import_id is null) and (list_id is null or case_id is null));
alter table blocked_contents add origin text not null generated always as
  (case when case_id is not null then 'case' when list_id is not null then 'list' else 'administrator' end) stored;
create index blocked_contents_by_origin on blocked_contents (origin, id);
create index blocked_contents_of_list on blocked_contents (list_id, import_id) where list_id is not null;
create index blocked_contents_that_end on blocked_contents (until) where until is not null;

alter table blocked_external_ids drop constraint blocked_external_ids_pkey;
alter table blocked_external_ids
  add id bigint generated always as identity,
  add by text,
  add until timestamptz,
  add constraint blocked_external_ids_pkey primary key (id),
  add constraint blocked_external_ids_once unique nulls not distinct (source_id, external_id, case_id);
alter table blocked_external_ids add origin text not null generated always as
  (case when case_id is not null then 'case' else 'administrator' end) stored;
create index blocked_external_ids_by_origin on blocked_external_ids (origin, id);
create index blocked_external_ids_by_id on blocked_external_ids (external_id);
create index blocked_external_ids_that_end on blocked_external_ids (until) where until is not null;
