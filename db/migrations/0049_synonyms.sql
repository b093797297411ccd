-- Words that mean the same, as an operator says: for one domain, or for all.
create table search_synonyms (
  id text primary key default gen_random_uuid()::text,
  domain_id text references domains on delete cascade,
  words text[] not null check (cardinality(words) between 2 and 20),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index search_synonyms_domain on search_synonyms (domain_id);
create trigger tell_insert after insert on search_synonyms referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on search_synonyms referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_delete after delete on search_synonyms referencing old table as changed_rows
  for each statement execute function tell_change();
