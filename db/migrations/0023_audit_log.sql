-- Who did what in the back office, and the tokens with which programs do it.

-- One row when an act begins and one when it has ended; an event that is over at once is one row. Each holds the hash
-- of the row before it, so that nothing can be changed, taken out or put in between without it being seen.
create table audit_log (
  -- 1, 2, 3, ... without a gap: not a sequence, which leaves gaps.
  seq bigint primary key,
  -- The row with which the act began: itself, or of an end the one before.
  act bigint not null,
  phase text not null check (phase in ('begun', 'ended')),
  -- In milliseconds, as the hash has it; never before the former row's.
  at timestamptz(3) not null,
  -- The name of a call (sources.change), of an event (admin.login), or of a command (cli.source.remove).
  action text not null,
  outcome text check (outcome in ('done', 'refused', 'failed')),
  -- The sentence of a refusal.
  reason text,
  -- No references: the log outlives whom it names.
  actor_id text,
  actor_name text not null,
  session_id text,
  token_id text,
  -- Of an address its network only.
  network text,
  subject text,
  input jsonb,
  before jsonb,
  after jsonb,
  prev_hash bytea not null check (octet_length(prev_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  check ((phase = 'ended') = (outcome is not null)),
  check (case phase when 'begun' then act = seq else act <= seq end)
);
create unique index audit_log_ends on audit_log (act) where phase = 'ended';
-- The first row of a day.
create index audit_log_by_time on audit_log (at, seq);

-- The end of the chain. Whoever appends holds this row until the transaction ends: the chain has no forks.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz(3) not null
);
insert into audit_head (seq, hash, at) values (0, decode(repeat('00', 32), 'hex'), '1970-01-01Z');

-- One row an act, to find it by. What it says stands in the log; the triggers below keep it.
create table audit_acts (
  seq bigint primary key,
  -- Null while it goes on, and for ever if the process died in the middle.
  ended_seq bigint,
  actor_name text not null,
  action text not null,
  subject text,
  outcome text
);
create index audit_acts_by_actor on audit_acts (actor_name, seq);
create index audit_acts_by_action on audit_acts (action, seq);
create index audit_acts_by_subject on audit_acts (subject, seq);
create index audit_acts_by_outcome on audit_acts (outcome, seq);

create function audit_log_to_acts() returns trigger language plpgsql as $$
begin
  insert into audit_acts as a (seq, ended_seq, actor_name, action, subject, outcome)
  values (new.act, case new.phase when 'ended' then new.seq end, new.actor_name, new.action, new.subject, new.outcome)
  on conflict (seq) do update
    set ended_seq = excluded.ended_seq, outcome = excluded.outcome, subject = coalesce(excluded.subject, a.subject);
  return null;
end $$;
create trigger audit_log_to_acts after insert on audit_log for each row execute function audit_log_to_acts();

create function audit_log_stays() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to: % on % is not possible.', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function audit_log_stays();
create trigger audit_acts_stay before delete or truncate on audit_acts
  for each statement execute function audit_log_stays();
create trigger audit_head_stays before insert or delete or truncate on audit_head
  for each statement execute function audit_log_stays();

-- What programs sign in with. A removed administrator's go with the administrator.
create table personal_tokens (
  id text primary key default gen_random_uuid()::text,
  administrator_id text not null references administrators on delete cascade,
  name text not null,
  -- The program alone has the token: SHA-256 of it finds it, and nobody can turn it back.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Its first characters, to know it again by.
  prefix text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  -- Behind the truth by up to a minute.
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index personal_tokens_by_administrator on personal_tokens (administrator_id);
create index personal_tokens_by_time on personal_tokens (created_at, id);
