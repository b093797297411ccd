-- Who may use the back office. There is no account that nobody made.
create table administrators (
  id text primary key default gen_random_uuid()::text,
  -- Names differ in more than case.
  username text not null unique check (username = lower(username)),
  -- A PHC string: it names the parameters that made it.
  password_hash text not null check (password_hash like '$argon2id$%'),
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now()
);

-- Who is signed in. An ended session is no row.
create table admin_sessions (
  id text primary key default gen_random_uuid()::text,
  -- The browser alone has the token: SHA-256 of it finds the session, and nobody can turn it back.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  administrator_id text not null references administrators on delete cascade,
  created_at timestamptz not null,
  -- Behind the truth by up to a minute.
  last_seen_at timestamptz not null,
  -- However busy it is, a session ends then.
  expires_at timestamptz not null,
  -- For the eyes of whoever looks over the sessions; neither decides anything.
  user_agent text not null,
  network text not null
);
create index admin_sessions_by_administrator on admin_sessions (administrator_id);

-- Tries to sign in, by a hash of the name typed (which may be no administrator's, or a password in the wrong field).
create table login_tries (
  name_hash bytea primary key,
  tries integer not null,
  last_try_at timestamptz not null,
  next_try_at timestamptz not null
);
create index login_tries_old on login_tries (last_try_at);
