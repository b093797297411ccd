-- works with: 1.0.0
-- contracts: administrators (administrators_owner_check), administrators (administrators_papers_check)

-- An owner may do everything; others what their scopes say, in the contract's words (TOKEN_SCOPES), as for tokens.
-- The former version makes owners only, so the constraints hold.
alter table administrators
  add column is_owner boolean not null default true,
  add column scopes text[] not null default '{}',
  add column opens_papers boolean not null default false;
alter table administrators add constraint administrators_owner_check
  check (not is_owner or scopes = '{}') not valid;
alter table administrators add constraint administrators_papers_check
  check (not opens_papers or is_owner or scopes && '{submissions:read,submissions:write}') not valid;
alter table administrators validate constraint administrators_owner_check;
alter table administrators validate constraint administrators_papers_check;
