-- Browsers that have signed in before. Being known opens nothing: such a browser's tries to sign in are counted apart
-- from everybody else's.
create table known_browsers (
  id text primary key default gen_random_uuid()::text,
  -- SHA-256 of the cookie. A browser in which several administrators sign in has a row for each.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  administrator_id text not null references administrators on delete cascade,
  last_sign_in_at timestamptz not null,
  unique (token_hash, administrator_id)
);
create index known_browsers_of_administrator on known_browsers (administrator_id, last_sign_in_at);
create index known_browsers_old on known_browsers (last_sign_in_at);

alter table admin_sessions
  -- The browser that it began in: whoever ends the session from elsewhere forgets the browser too.
  add column browser_id text references known_browsers on delete set null;
create index admin_sessions_by_browser on admin_sessions (browser_id) where browser_id is not null;

-- Tries were counted by name alone; now by whatever the key is a hash of: name and network, a known browser, a session.
drop table login_tries;
create table login_tries (
  key bytea primary key,
  -- Of the name that was typed, which may be no administrator's, or a password in the wrong field.
  name_hash bytea not null,
  tries integer not null,
  -- The first of them: a day later they are forgotten.
  began_at timestamptz not null,
  next_try_at timestamptz not null
);
create index login_tries_of_name on login_tries (name_hash);
create index login_tries_old on login_tries (began_at);
