alter table administrators
  -- Whether there is an app or a passkey below. It stands here too, so that a login and a change of these cannot
  -- pass each other by.
  add column has_second_factor boolean not null default false;

alter table admin_sessions
  -- The password was given again then, which is good for a few minutes.
  add column confirmed_at timestamptz,
  -- Set on what is left of a former token after its session has got another: requests on their way still carry it.
  add column renewed_as text references admin_sessions on delete cascade;
create index admin_sessions_by_time on admin_sessions (created_at desc, id desc);
create index admin_sessions_of_administrator on admin_sessions (administrator_id, created_at desc, id desc);
drop index admin_sessions_by_administrator;
create index admin_sessions_renewed on admin_sessions (renewed_as) where renewed_as is not null;

-- Who has given the right password and not yet the second factor. A table of its own, so that whoever looks for a
-- session cannot take one of these for it.
create table pending_logins (
  id text primary key default gen_random_uuid()::text,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  administrator_id text not null references administrators on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_logins_by_administrator on pending_logins (administrator_id);
create index pending_logins_old on pending_logins (expires_at);

-- An administrator's authenticator app.
create table totp_secrets (
  administrator_id text primary key references administrators on delete cascade,
  -- Encrypted with a key that is not in the database.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the app has shown a right code.
  enabled_at timestamptz,
  -- The time step of the last code that was accepted: none of it or of an earlier one is accepted again.
  last_step bigint not null default 0
);

create table passkeys (
  id text primary key default gen_random_uuid()::text,
  administrator_id text not null references administrators on delete cascade,
  -- As the authenticator names it, base64url.
  credential_id text not null unique,
  -- The host name it was made for. It is good for no other.
  rp_id text not null,
  -- COSE.
  public_key bytea not null,
  -- Of its uses; 0 for ever where an authenticator does not count. Going back, it is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_administrator on passkeys (administrator_id);

-- What a browser has been asked to sign, until it answers: once.
create table passkey_challenges (
  -- Of a pending login or of a session.
  holder text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_old on passkey_challenges (expires_at);

-- For when app and passkeys are lost. A used code is no row.
create table recovery_codes (
  administrator_id text not null references administrators on delete cascade,
  -- SHA-256: a code has 79 bits, which nobody tries out.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (administrator_id, code_hash)
);
