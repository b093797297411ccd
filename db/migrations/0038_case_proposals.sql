-- Acts on cases that one administrator has proposed, and that another must confirm.
create table case_proposals (
  id text primary key default gen_random_uuid()::text,
  case_id text not null references cases,
  act text not null check (act in ('approve', 'deny', 'restore')),
  ground text,
  category text,
  -- Of the paper that holds its note or reason.
  paper_digest bytea check (octet_length(paper_digest) = 32),
  proposed_at timestamptz not null,
  proposed_by text not null,
  ended_at timestamptz,
  -- Null if the case went another way.
  ended_by text,
  ending text check (ending in ('confirmed', 'refused', 'withdrawn', 'void')),
  check ((ended_at is null) = (ending is null)),
  check (ending <> 'confirmed' or ended_by <> proposed_by)
);
create unique index case_proposals_waiting on case_proposals (case_id) where ended_at is null;

create trigger tell_insert after insert on case_proposals referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on case_proposals referencing new table as changed_rows
  for each statement execute function tell_change();
