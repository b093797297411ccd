-- What a domain's legal pages say of its operator, and whether inspecting and copying are made harder there.
alter table domains
  add column deterrents boolean not null default true,
  add column legal_operator text not null default '',
  add column legal_agent_name text not null default '',
  add column legal_agent_address text not null default '',
  add column legal_agent_phone text not null default '',
  add column legal_agent_fee_usd integer not null default 105 check (legal_agent_fee_usd >= 0),
  add column legal_updated_on date,
  add column legal_governing_law text not null default '',
  add column legal_records_custodian text not null default '';
