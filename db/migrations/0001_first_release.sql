-- The whole schema, by area and owner: each table with its indexes, then the functions and triggers that keep it.
-- db/schema.sql, which is generated, has the final text after all migrations.

-- Functions refer to each other, and to tables created later.
set local check_function_bodies = off;


-- ---------------------------------------------------------------------------------------------------------------------
-- Administrators: how they log in, and what keeps their sessions  (access/sessions)

-- Who may use the back office. There is no default account.
create table administrators (
  id text primary key default gen_random_uuid()::text,
  -- Names differ in more than case.
  username text not null unique check (username = lower(username)),
  -- A PHC string: it names the parameters that made it.
  password_hash text not null check (password_hash like '$argon2id$%'),
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now(),
  -- Whether there is an app or a passkey below. Repeated here so that a login and a change of these lock
  -- the same row.
  has_second_factor boolean not null default false
);

-- Who is signed in. Ending a session deletes its row.
create table admin_sessions (
  id text primary key default gen_random_uuid()::text,
  -- SHA-256 of the token, which only the browser has.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  administrator_id text not null references administrators on delete cascade,
  created_at timestamptz not null,
  -- Up to a minute late.
  last_seen_at timestamptz not null,
  -- The session ends then, however busy it is.
  expires_at timestamptz not null,
  -- Shown in the list of sessions; neither decides anything.
  user_agent text not null,
  network text not null,
  -- When the password was last given again; that is good for a few minutes.
  confirmed_at timestamptz,
  -- Set on a former token once its session has a new one: requests in flight still carry it.
  renewed_as text references admin_sessions on delete cascade,
  -- The browser it began in: ending the session from elsewhere forgets the browser too.
  browser_id text
);
create index admin_sessions_by_time on admin_sessions (created_at desc, id desc);
create index admin_sessions_of_administrator on admin_sessions (administrator_id, created_at desc, id desc);
create index admin_sessions_renewed on admin_sessions (renewed_as) where renewed_as is not null;
create index admin_sessions_by_browser on admin_sessions (browser_id) where browser_id is not null;

-- Logins with the right password that still need the second factor. A table of its own, so that none of them
-- can be taken for a session.
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
  -- Null until the app has produced a valid code.
  enabled_at timestamptz,
  -- The time step of the last accepted code: codes of this step or an earlier one are refused.
  last_step bigint not null default 0
);

create table passkeys (
  id text primary key default gen_random_uuid()::text,
  administrator_id text not null references administrators on delete cascade,
  -- As the authenticator names it, base64url.
  credential_id text not null unique,
  -- The host name it was made for; it is valid for no other.
  rp_id text not null,
  -- COSE.
  public_key bytea not null,
  -- Signature counter; always 0 where an authenticator does not count. If it goes back, the passkey was copied.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_administrator on passkeys (administrator_id);

-- What a browser was asked to sign; each is answered once.
create table passkey_challenges (
  -- Of a pending login or of a session.
  holder text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_old on passkey_challenges (expires_at);

-- For when app and passkeys are lost. Using a code deletes its row.
create table recovery_codes (
  administrator_id text not null references administrators on delete cascade,
  -- SHA-256 is enough: with 79 bits a code cannot be guessed.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (administrator_id, code_hash)
);

-- Browsers that have signed in before. That grants nothing: it only keeps their login attempts apart from
-- everybody else's.
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
alter table admin_sessions add foreign key (browser_id) references known_browsers on delete set null;

create table login_tries (
  key bytea primary key,
  -- A hash of the name as typed, which may be no administrator's, or a password in the wrong field.
  name_hash bytea not null,
  tries integer not null,
  -- The first attempt: a day later they are forgotten.
  began_at timestamptz not null,
  next_try_at timestamptz not null
);
create index login_tries_of_name on login_tries (name_hash);
create index login_tries_old on login_tries (began_at);


-- ---------------------------------------------------------------------------------------------------------------------
-- Tokens of administrators' programs  (access/tokens)

-- What programs sign in with. A removed administrator's go with the administrator.
create table personal_tokens (
  id text primary key default gen_random_uuid()::text,
  administrator_id text not null references administrators on delete cascade,
  name text not null,
  -- SHA-256 of the token, which only the program has.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Its first characters, to recognise it by.
  prefix text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  -- Up to a minute late.
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index personal_tokens_by_administrator on personal_tokens (administrator_id);
create index personal_tokens_by_time on personal_tokens (created_at, id);


-- ---------------------------------------------------------------------------------------------------------------------
-- The audit log  (access/audit)

-- One row when an act begins and one when it has ended; an instant event is one row. Each holds the hash of the row
-- before it, so that a row that is changed, removed or inserted is noticed.
create table audit_log (
  -- 1, 2, 3, ... without a gap: not a sequence, which leaves gaps.
  seq bigint primary key,
  -- The row that began the act: this row, or for an end an earlier one.
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
  -- Only the network of the address.
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

-- The end of the chain. Appending locks this row until the transaction ends, so the chain has no forks.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz(3) not null
);
insert into audit_head (seq, hash, at) values (0, decode(repeat('00', 32), 'hex'), '1970-01-01Z');

-- One row per act, to find it by. The triggers below keep it from the log.
create table audit_acts (
  seq bigint primary key,
  -- Null while it runs, and for ever if the process died in the middle.
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

-- For filters on two or three columns: an index on one of them might have to walk all of its acts.
create index audit_acts_by_actor_and_action on audit_acts (actor_name, action, seq);
create index audit_acts_by_actor_and_outcome on audit_acts (actor_name, outcome, seq);
create index audit_acts_by_action_and_outcome on audit_acts (action, outcome, seq);
create index audit_acts_by_actor_action_and_outcome on audit_acts (actor_name, action, outcome, seq);

-- The audit log may belong to another role than the site's, which then may only add to it and read
-- (docs/decisions/0036-database-roles.md): the list of acts and the end of the chain are kept with the owner's rights.
create function audit_log_to_acts() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.audit_acts as a (seq, ended_seq, actor_name, action, subject, outcome)
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

-- An append names the end that it follows; nothing else moves it.
create function audit_log_moves_head() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.audit_head set seq = new.seq, hash = new.hash, at = new.at
  where seq = new.seq - 1 and hash = new.prev_hash;
  if not found then
    raise exception 'The audit log is only ever added to: entry % does not follow its end.', new.seq
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger audit_log_moves_head after insert on audit_log for each row execute function audit_log_moves_head();


-- ---------------------------------------------------------------------------------------------------------------------
-- Domains  (site/domains)

create table domains (
  id text primary key default gen_random_uuid()::text,
  domain text not null unique check (domain = lower(domain) and domain <> ''),
  is_default boolean not null default false,
  site_name text not null,
  brand_name text not null,
  tagline text not null default '',
  description text not null default '',
  keywords text[] not null default '{}',
  contact_email text not null,
  theme_primary text not null check (theme_primary ~ '^#[0-9a-f]{6}$'),
  theme_accent text not null check (theme_accent ~ '^#[0-9a-f]{6}$'),
  theme_default text not null default 'dark' check (theme_default in ('light', 'dark')),
  seo_title_template text not null,
  seo_default_title text not null,
  seo_default_description text not null,
  seo_google_verification text,
  created_at timestamptz not null default now(),
  deterrents boolean not null default true,
  legal_operator text not null default '',
  legal_agent_name text not null default '',
  legal_agent_address text not null default '',
  legal_agent_phone text not null default '',
  legal_agent_fee_usd integer not null default 105 check (legal_agent_fee_usd >= 0),
  legal_updated_on date,
  legal_governing_law text not null default '',
  legal_records_custodian text not null default '',
  -- A save names the version that was read: of two at once, the second is refused.
  version integer not null default 1
);
create unique index domains_one_default on domains ((true)) where is_default;


-- ---------------------------------------------------------------------------------------------------------------------
-- Mail that is to be sent  (site/mail)

-- Mail to be sent: written in the transaction of what it is about, sent by the worker.
create table mail_outbox (
  id text primary key default gen_random_uuid()::text,
  kind text not null,
  -- The site in whose name it is sent: the host of the sender's address and of the Message-ID.
  domain text not null,
  from_name text not null,
  reply_to text,
  to_address text not null check (to_address !~ '[[:cntrl:][:space:]]'),
  -- The address without what its owner may vary (case, dots, "+tag"): limits count by it.
  mailbox text not null,
  subject text not null check (subject !~ '[[:cntrl:]]'),
  -- Emptied once the mail is sent.
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  -- Attempts that failed.
  attempts integer not null default 0,
  -- How often it was leased: its holder's token.
  leases integer not null default 0,
  error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Leased to a worker until then; null while it is free.
  leased_until timestamptz
);
create index mail_outbox_due on mail_outbox (next_attempt_at, id) where status = 'waiting';
create index mail_outbox_open on mail_outbox (status, created_at desc) where status <> 'sent';
create index mail_outbox_sent on mail_outbox (sent_at) where status = 'sent';
create index mail_outbox_by_mailbox on mail_outbox (mailbox, kind, created_at);


-- ---------------------------------------------------------------------------------------------------------------------
-- Processes that work  (site/operation)

-- The living workers: each renews its row (docs/decisions/0034-signs-of-life.md).
create table workers (
  id uuid primary key,
  -- The name of its machine, for display.
  host text not null,
  started_at timestamptz not null default now(),
  -- By the database's clock, as machines' clocks may differ. In no index, so that a heartbeat stays within its
  -- page.
  beat_at timestamptz not null default now(),
  -- The state of the worker's disks at its last heartbeat, for processes on other machines.
  disks jsonb not null default '[]'
) with (fillfactor = 50);


-- ---------------------------------------------------------------------------------------------------------------------
-- Categories, and what people decided about categories and tags  (library/topics)

create table categories (
  id text primary key default gen_random_uuid()::text,
  name text not null unique check (name <> ''),
  slug text not null unique check (slug <> ''),
  video_count integer not null default 0
);
create index categories_by_folded_name on categories (lower(name));

-- What administrators decided about names that sources use for categories: a name maps to one of ours, or to
-- none.
create table category_rules (
  name text primary key check (name <> '' and name = lower(name)),
  -- Null: videos of that name go where those without a category go.
  category_id text references categories on delete cascade,
  -- A former category: its address redirects to its successor.
  former_slug text unique,
  created_at timestamptz not null default now()
);
create index category_rules_by_category on category_rules (category_id);

-- The same for tags, in lower case on both sides.
create table tag_rules (
  tag text primary key check (tag <> '' and tag = lower(tag)),
  -- Null: it is left out.
  becomes text check (becomes <> '' and becomes = lower(becomes) and becomes <> tag),
  created_at timestamptz not null default now()
);

create table topic_settings (
  id boolean primary key default true check (id),
  -- Whether a source's new name makes a category; by hand one can always be made.
  new_categories boolean not null default true
);
insert into topic_settings default values;

-- Moves of videos from one category or tag to another, in batches.
create table topic_moves (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('category', 'tag')),
  from_name text not null,
  -- Null: the tag is taken from them.
  to_name text,
  moved integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index topic_moves_open on topic_moves (kind, from_name) where finished_at is null;
create index topic_moves_latest on topic_moves (started_at desc, id desc);

-- A new name reaches the videos by `on update cascade`, which counts them under it: the count starts from zero.
create function category_renamed() returns trigger language plpgsql as $$
begin
  new.video_count := 0;
  return new;
end $$;
create trigger category_renamed before update of name on categories
  for each row when (old.name is distinct from new.name) execute function category_renamed();


-- ---------------------------------------------------------------------------------------------------------------------
-- Videos, and what keeps lists, totals and related videos cheap  (library/videos)
-- docs/decisions/0003-lists-and-search.md has the measurements at a million videos.

create function library_generation() returns integer language sql stable as $$ select generation from library $$;

-- 16 bits of a text: a filter compares the text itself only where these match.
create function trait_hash(value text) returns bigint language sql immutable strict parallel safe
  return ('x' || left(md5(value), 4))::bit(16)::bigint;

-- What the back office can ask of a video, in the bits of one number; the same as desk/catalogue/traits.ts.
create function video_traits(status text, hidden_reason text, kind text, source_id text, category text,
  thumbnail_url text, hls_url text, video_url text, duration integer, published_at timestamptz) returns bigint
language sql immutable parallel safe
  return array_position(array['processing', 'published', 'hidden', 'removed'], status) - 1
    + (coalesce(array_position(array['administrator', 'basis', 'gone', 'takedown'], hidden_reason), 0) << 2)
    + (array_position(array['hosted', 'remote', 'embed'], kind) - 1 << 5)
    + (((thumbnail_url = '' and status in ('published', 'hidden'))::int) << 7)
    + (((hls_url = '' and kind = 'hosted' and status in ('published', 'hidden'))::int) << 8)
    + (((duration = 0 and status in ('published', 'hidden'))::int) << 9)
    + (((kind = 'hosted' and (coalesce(hidden_reason = 'gone', false)
          or (video_url = '' and status in ('published', 'hidden'))
          or (status = 'processing' and published_at is not null)))::int) << 10)
    + (trait_hash(coalesce(source_id, '')) << 16)
    + (trait_hash(category) << 32);

create table videos (
  id text primary key default gen_random_uuid()::text,
  title text not null,
  description text not null default '',
  tags text[] not null default '{}',
  category text not null references categories (name) on update cascade,
  source_url text not null,
  source_url_hash bytea not null unique check (octet_length(source_url_hash) = 32),
  -- A hosted video's own files are named by their storage key, others by their address.
  video_url text not null default '',
  thumbnail_url text not null default '',
  duration integer not null default 0 check (duration >= 0),
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default now(),
  kind text not null default 'hosted' check (kind in ('hosted', 'remote', 'embed')),
  status text not null default 'processing' check (status in ('processing', 'published', 'hidden', 'removed')),
  width integer check (width > 0),
  height integer check (height > 0),
  slug text not null,
  source_id text,
  content_sha256 bytea check (octet_length(content_sha256) = 32),
  published_at timestamptz,
  -- A picture of a few pixels as a data: address; '' if none could be made, null if not yet tried.
  placeholder text,
  -- Like video_url: a storage key of a hosted video's own file, else an address; '' where there is none.
  preview_url text not null default '',
  storyboard_url text not null default '',
  hls_url text not null default '',
  -- What the source itself calls the video (a feed's guid, "extractor:id").
  external_id text check (external_id <> ''),
  -- Why a hidden video is hidden; checked before it is shown again.
  hidden_reason text check (hidden_reason in ('administrator', 'basis', 'gone', 'takedown')),
  -- A page with the source's own player: an address, never HTML.
  embed_url text not null default ''
    check (embed_url = '' or (embed_url ~ '^https://[^\s"''<>]+$' and length(embed_url) <= 2000)),
  -- The time of the frame that an administrator chose for the poster; null leaves the choice to the engine.
  poster_at_seconds double precision check (poster_at_seconds >= 0),
  -- The provider of an embedded video's player, and the video's id there: the page builds the address from both and
  -- the setting EMBED_PROVIDERS. Null where no provider of the setting has the player; embed_url is then only a link.
  embed_provider text check (embed_provider <> ''),
  embed_id text check (embed_id <> ''),
  -- Hash of the canonical address its page declares, if that differs from where it was found.
  canonical_url_hash bytea check (octet_length(canonical_url_hash) = 32),
  generation integer not null default library_generation(),
  -- Counts changes of title, description, tags and category: an edit names the version it was made from.
  version integer not null default 0,
  -- Fields that an administrator has edited: title, description, tags, category.
  edited_fields text[] not null default '{}'
    check (edited_fields <@ array['title', 'description', 'tags', 'category']),
  -- Why an administrator removed it.
  removal_reason text check (removal_reason <> ''),
  traits bigint not null generated always as
    (video_traits(status, hidden_reason, kind, source_id, category, thumbnail_url, hls_url, video_url, duration,
    published_at)) stored,
  streams_version smallint not null default 0,
  check (status <> 'published' or published_at is not null),
  constraint videos_embed_provider_has_id check ((embed_provider is null) = (embed_id is null))
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Views stay out of every index, so that counting them never touches one.
create index videos_latest on videos (published_at desc, id desc) where status = 'published';
create index videos_latest_in_category on videos (category, published_at desc, id desc) where status = 'published';
create index videos_by_content on videos (content_sha256) where content_sha256 is not null;
create index videos_processing on videos (created_at) where status = 'processing';
create index videos_without_placeholder on videos (id)
  where placeholder is null and kind = 'hosted' and status = 'published';
create unique index videos_by_external_id on videos (source_id, external_id) where external_id is not null;
create index videos_by_source on videos (source_id, status, kind, hidden_reason);

-- A title for comparison: without case, accents and punctuation, single spaces between words, cut to what an index
-- entry holds. The ranges are spelt out to mean the same under every locale; NFKD has turned full-width signs into
-- ASCII before.
create function title_key(title text) returns text language sql immutable strict parallel safe
  return btrim(left(regexp_replace(
    regexp_replace(lower(normalize(left(title, 400), NFKD)), '[\u0300-\u036f]+', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+', ' ', 'g'), 200));

-- Two titles that differ in one place share their beginning or their end: one index for each. Led by the length in
-- whole seconds, a look-up reads a handful of a million videos.
create index videos_by_length_and_title on videos (duration, (title_key(title)) collate "C")
  where status = 'published' and duration > 0;
create index videos_by_length_and_title_end on videos (duration, (reverse(title_key(title))) collate "C")
  where status = 'published' and duration > 0;

-- A re-run reads the videos of a source in the order of their ids.
create index videos_of_source on videos (source_id, id);

-- After the setting changes, a job pages through the embedded videos.
create index videos_embedded on videos (id) where kind = 'embed';

-- Tags of videos that are not public are in no other table.
create function lower_tags(tags text[]) returns text[] language sql immutable parallel safe
  return (select array_agg(lower(tag)) from unnest(tags) as t (tag));

create index videos_by_hidden_tag on videos using gin (lower_tags(tags)) where status <> 'published';
create index videos_newest on videos (created_at desc, id desc) include (traits);
create index videos_newest_of_status on videos (status, created_at desc, id desc) include (traits);
create index videos_newest_hidden on videos (hidden_reason, created_at desc, id desc) include (traits)
  where hidden_reason is not null;
create index videos_newest_of_source on videos (source_id, created_at desc, id desc) include (traits);
create index videos_newest_without_source on videos (created_at desc, id desc) include (traits)
  where source_id is null;
create index videos_newest_of_kind on videos (kind, created_at desc, id desc) include (traits);
create index videos_newest_of_category on videos (category, created_at desc, id desc) include (traits);
create index videos_without_picture on videos (created_at desc, id desc) include (traits)
  where thumbnail_url = '' and status in ('published', 'hidden');
create index videos_without_renditions on videos (created_at desc, id desc) include (traits)
  where hls_url = '' and kind = 'hosted' and status in ('published', 'hidden');
create index videos_without_duration on videos (created_at desc, id desc) include (traits)
  where duration = 0 and status in ('published', 'hidden');
create index videos_without_film on videos (created_at desc, id desc) include (traits)
  where kind = 'hosted' and (hidden_reason = 'gone' or (video_url = '' and status in ('published', 'hidden'))
                             or (status = 'processing' and published_at is not null));
create index videos_with_old_streams on videos (id)
  where streams_version < 1 and hls_url <> '' and kind = 'hosted';

-- How many videos were published in each span of time, by category and (category '') in all: a deep page is found
-- by adding these up instead of walking the videos.
create table list_buckets (
  category text not null,
  span text not null check (span in ('day', 'slot')),
  starts_at timestamptz not null,
  n integer not null,
  primary key (category, span, starts_at)
) with (fillfactor = 50);

create table catalogue_totals (
  id boolean primary key default true check (id),
  videos bigint not null default 0,
  views bigint not null default 0
) with (fillfactor = 50);
insert into catalogue_totals default values;

create table video_tags (
  video_id text not null references videos (id) on delete cascade,
  tag text not null,
  category text not null,
  published_at timestamptz not null,
  primary key (video_id, tag)
);
create index video_tags_latest on video_tags (category, tag, published_at desc, video_id);
create index video_tags_latest_of_all on video_tags (tag, published_at desc, video_id desc);
create index video_tags_by_tag on video_tags (tag, video_id);

create table tag_totals (
  tag text primary key,
  n bigint not null
) with (fillfactor = 50);
create index tag_totals_most on tag_totals (n desc, tag);
create index tag_totals_beginning on tag_totals (tag text_pattern_ops);

create table related_videos (
  video_id text primary key references videos (id) on delete cascade,
  related_ids text[] not null,
  computed_at timestamptz not null default now()
);

-- One narrow row for each published video, and no others. Length and quality make twelve cells; each cell has an
-- index for every order of a list, over everything and by category.
create table video_facets (
  video_id text primary key references videos (id) on delete cascade,
  category text not null,
  length smallint not null,
  quality smallint not null,
  duration integer not null,
  -- A copy of videos.views, refreshed from time to time: counting views touches no index.
  views integer not null,
  published_at timestamptz not null
);

-- With the other keys, so that everything since a date can be sorted otherwise without reading the rows.
create index video_facets_latest on video_facets (length, quality, published_at, video_id) include (views, duration);
create index video_facets_by_views on video_facets (length, quality, views, published_at, video_id);
create index video_facets_by_duration on video_facets (length, quality, duration, published_at, video_id);
create index video_facets_latest_in_category
  on video_facets (category, length, quality, published_at, video_id) include (views, duration);
create index video_facets_by_views_in_category
  on video_facets (category, length, quality, views, published_at, video_id);
create index video_facets_by_duration_in_category
  on video_facets (category, length, quality, duration, published_at, video_id);

-- Videos that were viewed since their views were last copied to video_facets. Not logged: after a crash the hourly
-- round over all videos catches up.
create unlogged table uncopied_views (
  video_id text primary key
);

-- A merged video's address redirects to the other video. Chains are collapsed as they arise:
-- `to_id` is never itself a `from_id`.
create table video_redirects (
  from_id text primary key references videos (id) on delete cascade,
  to_id text not null references videos (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (from_id <> to_id)
);
create index video_redirects_by_target on video_redirects (to_id);

-- Clearing the library begins a new generation: videos of a former one are gone for all purposes, though their rows
-- are deleted gradually. What was removed, or taken off by a notice, stays as it is and is never cleared.
create table library (
  id boolean primary key default true check (id),
  generation integer not null default 0,
  -- Everything public was published after that.
  cleared_at timestamptz not null default '-infinity'
);
insert into library default values;

-- How many videos there are of each status, reason for being hidden, kind, source ('' is none) and category. Changes
-- are only ever added, as those of the storage: no writer waits for another.
create table video_counts (
  about text not null check (about in ('status', 'hidden_reason', 'kind', 'source', 'category')),
  value text not null,
  -- Counts those that a clearing leaves.
  kept boolean not null,
  n bigint not null,
  primary key (about, value, kept)
) with (fillfactor = 50);

create table video_count_changes (
  about text not null,
  value text not null,
  kept boolean not null,
  n bigint not null
);

-- Counts are kept by statement: one statement about a thousand videos writes each bucket once. Rows are always
-- taken in the same order (buckets, categories, tags, totals; each sorted), so that writers cannot deadlock.
create function count_published(category_names text[], published timestamptz[], deltas integer[]) returns void
language sql as $$
  insert into list_buckets (category, span, starts_at, n)
  select list, span, case span
           when 'day' then date_bin('1 day', at, '2000-01-01 00:00Z')
           else date_bin('10 minutes', at, '2000-01-01 00:00Z') end,
         sum(delta)
  from unnest(category_names, published, deltas) as change (category, at, delta),
       lateral (values (''), (change.category)) as lists (list),
       (values ('day'), ('slot')) as spans (span)
  group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
  on conflict (category, span, starts_at) do update set n = list_buckets.n + excluded.n;

  select from categories where name = any (category_names) order by name for no key update;
  update categories c set video_count = c.video_count + change.n
  from (select category, sum(delta) as n from unnest(category_names, deltas) as d (category, delta)
        group by category having sum(delta) <> 0) as change
  where c.name = change.category;

  update catalogue_totals set videos = videos + (select sum(delta) from unnest(deltas) as d (delta))
  where (select sum(delta) from unnest(deltas) as d (delta)) <> 0;
$$;

-- Tags are counted and stored in lower case, each once a video.
create function count_tags(tag_names text[], delta integer) returns void
language sql as $$
  insert into tag_totals (tag, n)
  select tag, count(*) * delta from unnest(tag_names) as change (tag) group by tag order by tag
  on conflict (tag) do update set n = tag_totals.n + excluded.n;
$$;

create function add_video_tags(video_ids text[]) returns void language plpgsql as $$
begin
  perform count_tags(insert_video_tags(video_ids), 1);
end $$;

create function count_views(delta bigint) returns void
language sql as $$
  update catalogue_totals set views = views + delta where delta <> 0;
$$;

create function videos_inserted() returns trigger language plpgsql as $$
begin
  perform count_published(array_agg(category), array_agg(published_at), array_agg(1)), add_video_tags(array_agg(id))
  from new_videos where status = 'published' having count(*) > 0;
  perform count_views(sum(views)) from new_videos;
  return null;
end $$;

-- Clearing itself took cleared videos out of counts, lists and search.
create function videos_updated() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
  changed text[];
  gone text[];
  added text[];
begin
  select array_agg(o.id) into changed
  from old_videos o join new_videos n on n.id = o.id
  where (o.status = 'published' or n.status = 'published') and n.generation = present
    and (o.status, o.category, o.published_at, o.tags)
        is distinct from (n.status, n.category, n.published_at, n.tags);
  if changed is null then return null; end if;

  perform count_published(array_agg(category), array_agg(published_at), array_agg(delta))
  from (select category, published_at, -1 as delta from old_videos where id = any (changed) and status = 'published'
        union all
        select category, published_at, 1 from new_videos where id = any (changed) and status = 'published') as moves;

  with rows as (delete from video_tags where video_id = any (changed) returning tag)
  select array_agg(tag) into gone from rows;
  select insert_video_tags(array_agg(id)) into added
  from new_videos where id = any (changed) and status = 'published';
  perform count_tag_changes(gone, added);
  return null;
end $$;

-- Foreign keys delete the rows of video_tags too; the old rows of videos still name the tags.
create function videos_deleted() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  perform count_published(array_agg(category), array_agg(published_at), array_agg(-1))
  from old_videos where status = 'published' and generation = present having count(*) > 0;
  perform count_tags(array_agg(tag), -1)
  from (select distinct v.id, lower(t.tag) as tag from old_videos v, unnest(v.tags) as t (tag)
        where v.status = 'published' and v.generation = present and t.tag <> '') as gone;
  perform count_views(-sum(views)) from old_videos
  where generation = present or wants_quarantine(status, hidden_reason);
  return null;
end $$;
create trigger videos_inserted after insert on videos
  referencing new table as new_videos for each statement execute function videos_inserted();
create trigger videos_updated after update on videos
  referencing old table as old_videos new table as new_videos for each statement execute function videos_updated();
create trigger videos_deleted after delete on videos
  referencing old table as old_videos for each statement execute function videos_deleted();

-- Under 5 minutes, 5 to 20, over 20; the same borders as DURATION_FILTERS of the contract.
create function length_class(duration integer) returns smallint language sql immutable parallel safe
  return case when duration < 300 then 0 when duration <= 1200 then 1 else 2 end;

-- Below 720 lines, 720 and more, 1080, 2160; the same borders as QUALITY_FILTERS of the contract.
create function quality_class(height integer) returns smallint language sql immutable parallel safe
  return case when height >= 2160 then 3 when height >= 1080 then 2 when height >= 720 then 1 else 0 end;

create function video_facets_insert() returns trigger language plpgsql as $$
begin
  insert into video_facets
    select id, category, length_class(duration), quality_class(height), duration, views, published_at
    from new_videos where status = 'published';
  return null;
end $$;
create trigger video_facets_insert after insert on videos
  referencing new table as new_videos for each statement execute function video_facets_insert();

-- A takedown cannot be forgotten: the row goes with the status. By row, and only for these columns, so that
-- counting views does not fire it. A change locks the video's row, so no one else writes its facets.
create function video_facets_follow() returns trigger language plpgsql as $$
begin
  if new.status <> 'published' or new.generation <> library_generation() then
    delete from video_facets where video_id = new.id;
    return null;
  end if;
  insert into video_facets values (new.id, new.category, length_class(new.duration), quality_class(new.height),
                                   new.duration, new.views, new.published_at)
  on conflict (video_id) do update
    set category = excluded.category, length = excluded.length, quality = excluded.quality,
        duration = excluded.duration, published_at = excluded.published_at;
  return null;
end $$;
create trigger video_facets_follow after update of status, category, duration, height, published_at on videos
  for each row when ((old.status, old.category, old.duration, old.height, old.published_at)
                     is distinct from (new.status, new.category, new.duration, new.height, new.published_at))
  execute function video_facets_follow();

-- When tags change, as in a merge, removals and additions are counted in one pass, in the order of the tags. In two
-- passes, two such changes could deadlock: one holding z and wanting a, the other a and wanting z.
create function count_tag_changes(gone text[], added text[]) returns void
language sql as $$
  insert into tag_totals (tag, n)
  select tag, sum(delta)
  from (select tag, -1 as delta from unnest(gone) as g (tag)
        union all select tag, 1 from unnest(added) as a (tag)) as change
  group by tag having sum(delta) <> 0 order by tag
  on conflict (tag) do update set n = tag_totals.n + excluded.n;
$$;

create function insert_video_tags(video_ids text[]) returns text[] language sql as $$
  with rows as (
    insert into video_tags (video_id, tag, category, published_at)
    select distinct v.id, lower(t.tag), v.category, v.published_at
    from videos v, unnest(v.tags) as t (tag)
    where v.id = any (video_ids) and t.tag <> ''
    returning tag)
  select array_agg(tag) from rows;
$$;

-- Whether the video's files are quarantined: it was removed, or hidden because of a notice. A video hidden for
-- another reason often comes back, so its files stay.
create function wants_quarantine(status text, hidden_reason text) returns boolean
language sql immutable parallel safe
  return coalesce(status = 'removed' or (status = 'hidden' and hidden_reason = 'takedown'), false);

create function is_cleared(video videos) returns boolean language sql stable
  return (video).generation < library_generation() and not wants_quarantine((video).status, (video).hidden_reason);

-- A cleared video can no longer change; one that was off the site and comes back joins this generation.
create function video_of_former_generation() returns trigger language plpgsql as $$
declare
  present library;
begin
  select * into present from library;
  if old.generation = present.generation then return new; end if;
  if not wants_quarantine(old.status, old.hidden_reason) then return null; end if;
  new.generation := present.generation;
  -- Whatever its new status: it may come back in more than one step.
  if new.published_at is not null then new.published_at := greatest(new.published_at, present.cleared_at); end if;
  return new;
end $$;
create trigger video_of_former_generation before update of status, hidden_reason on videos for each row
  when ((old.status, old.hidden_reason) is distinct from (new.status, new.hidden_reason))
  execute function video_of_former_generation();

create function video_edited() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger video_edited before update of title, description, tags, category on videos for each row
  when ((old.title, old.description, old.tags, old.category)
        is distinct from (new.title, new.description, new.tags, new.category))
  execute function video_edited();

create view video_totals as
  select about, value, sum(n)::bigint as n
  from (select about, value, n from video_counts union all select about, value, n from video_count_changes) as parts
  group by about, value having sum(n) <> 0;

create function fold_video_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7305691) then return; end if;
  with taken as (delete from video_count_changes returning about, value, kept, n)
  insert into video_counts (about, value, kept, n)
  select about, value, kept, sum(n) from taken group by 1, 2, 3 order by 1, 2, 3
  on conflict (about, value, kept) do update set n = video_counts.n + excluded.n;
  delete from video_counts where n = 0;
end $$;

create function note_video_counts(statuses text[], reasons text[], kinds text[], sources text[], categories text[],
                                  deltas integer[]) returns void
language sql as $$
  insert into video_count_changes (about, value, kept, n)
  select c.about, c.value, wants_quarantine(v.status, v.reason), sum(v.delta)
  from unnest(statuses, reasons, kinds, sources, categories, deltas)
         as v (status, reason, kind, source, category, delta),
       lateral (values ('status', v.status), ('hidden_reason', v.reason), ('kind', v.kind),
                       ('source', coalesce(v.source, '')), ('category', v.category)) as c (about, value)
  where c.value is not null
  group by 1, 2, 3 having sum(v.delta) <> 0;
$$;

create function videos_counted_in() returns trigger language plpgsql as $$
begin
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(1))
  from new_videos having count(*) > 0;
  return null;
end $$;

create function videos_counted_anew() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(delta))
  from (select v.status, v.hidden_reason, v.kind, v.source_id, v.category, v.delta
        from old_videos o join new_videos n on n.id = o.id,
        lateral (values (o.status, o.hidden_reason, o.kind, o.source_id, o.category, -1),
                        (n.status, n.hidden_reason, n.kind, n.source_id, n.category, 1))
          as v (status, hidden_reason, kind, source_id, category, delta)
        where (o.status, o.hidden_reason, o.kind, o.source_id, o.category)
                is distinct from (n.status, n.hidden_reason, n.kind, n.source_id, n.category)
          and (n.generation = present or wants_quarantine(n.status, n.hidden_reason))) as moves
  having count(*) > 0;
  return null;
end $$;

create function videos_counted_out() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(-1))
  from old_videos where generation = present or wants_quarantine(status, hidden_reason)
  having count(*) > 0;
  return null;
end $$;
create trigger videos_counted_in after insert on videos
  referencing new table as new_videos for each statement execute function videos_counted_in();
create trigger videos_counted_anew after update on videos
  referencing old table as old_videos new table as new_videos for each statement
  execute function videos_counted_anew();
create trigger videos_counted_out after delete on videos
  referencing old table as old_videos for each statement execute function videos_counted_out();


-- ---------------------------------------------------------------------------------------------------------------------
-- Search  (library/search)

-- A table of its own: the text index is costly to write, and views and status change without touching it.
create table video_search (
  video_id text primary key references videos (id) on delete cascade,
  -- A: title, B: tags and category, C: description. The words are made in library/search/tokens.ts.
  doc tsvector not null,
  -- A copy of videos.views, renewed from time to time: the order in which candidates are considered.
  views integer not null default 0,
  -- The most viewed tenth, looked through first.
  hot boolean not null default false,
  visible boolean not null,
  -- Documents with words of a category's former name. Words are made in library/search, so a job remakes them
  -- (`search-documents`).
  stale boolean not null default false
);
create index video_search_doc on video_search using gin (doc) with (fastupdate = off) where visible;
create index video_search_hot on video_search using gin (doc) with (fastupdate = off) where visible and hot;
create index video_search_hot_views on video_search (views desc, video_id desc) where visible and hot;
create index video_search_stale on video_search (video_id) where stale;

-- Words of videos that are not public; public ones have their own index (video_search_doc).
create index video_search_doc_unseen on video_search using gin (doc) with (fastupdate = off) where not visible;

-- When a search for a very short prefix may look through more videos than are hot, this finds the others.
create index video_search_cold on video_search (video_id) where visible and not hot;

-- The row follows the video's status by trigger, so search cannot miss a takedown. A row without a document gets its
-- words from the job `search-documents`.
create function video_search_follows_status() returns trigger language plpgsql as $$
begin
  insert into video_search (video_id, doc, views, visible, stale)
  values (new.id, '', new.views, new.status = 'published', true)
  on conflict (video_id) do update set visible = excluded.visible;
  return null;
end $$;
create trigger video_search_follows_status after update of status on videos
  for each row when (old.status is distinct from new.status) execute function video_search_follows_status();

-- The word that limits a search to a category (library/search/document.ts) changes with the category at once.
create function video_search_follows_category() returns trigger language plpgsql as $$
begin
  update video_search set stale = true, doc = ts_delete(doc, '=' || lower(old.category))
                                              || array_to_tsvector(array['=' || lower(new.category)])
  where video_id = new.id;
  return null;
end $$;
create trigger video_search_follows_category after update of category on videos
  for each row when (old.category is distinct from new.category) execute function video_search_follows_category();


-- ---------------------------------------------------------------------------------------------------------------------
-- Stored files  (library/media)

-- Every stored file of a video: its name in addresses, and its place.
create table stored_files (
  key text not null check (key <> ''),
  video_id text not null references videos (id) on delete cascade,
  -- What a signed address allows: 'play' covers the film, its streams and its storyboard.
  purpose text not null check (purpose in ('play', 'thumbnail', 'preview')),
  -- The last part of the address: 'video.mp4', '720p.m3u8', 'storyboard.vtt', '640.webp'.
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]*$'),
  place text not null default 'fs' check (place in ('fs', 's3')),
  -- Null if not yet looked up.
  size_bytes bigint check (size_bytes >= 0),
  stored_at timestamptz not null default now(),
  -- Set before the file is quarantined, cleared after it was put back: if null, the file is in its normal place.
  quarantined_at timestamptz,
  primary key (video_id, purpose, name)
);
create index stored_files_by_key on stored_files (key);

-- A move reads a place's files in the order of their keys.
create index stored_files_by_place on stored_files (place, key);
create index stored_files_quarantined on stored_files (quarantined_at) where quarantined_at is not null;

-- Videos whose files must be quarantined or put back: the rows are the queue.
create table quarantine_work (
  video_id text primary key references videos (id) on delete cascade,
  -- Goes up with every reason to look again: a worker removes the row only if it is unchanged.
  reasons integer not null default 1,
  is_release boolean not null,
  -- Not before: later after a failure.
  run_at timestamptz not null default now(),
  -- Leased until then.
  leased_until timestamptz,
  -- How often it was leased; the holder's token.
  leases integer not null default 0,
  failures integer not null default 0
);

-- Videos to be shown again come first.
create index quarantine_work_due on quarantine_work (is_release desc, run_at);

-- Files that no row of media_files names: still being stored, or left behind. One is removed only under the lock of
-- its row here, and not before its time: a request may have read the former row a moment ago.
create table loose_files (
  place text not null check (place in ('fs', 's3')),
  key text not null,
  since timestamptz not null default now(),
  is_coming boolean not null default false,
  size_bytes bigint,
  primary key (place, key)
);
create index loose_files_by_age on loose_files (is_coming, since);

-- Totals by place and purpose: those of storage_counts and the changes not yet folded into them. Changes are only
-- added, so that no writer waits for another.
create table storage_counts (
  place text not null,
  purpose text not null,
  files bigint not null,
  bytes bigint not null,
  primary key (place, purpose)
) with (fillfactor = 50);

create table storage_changes (
  place text not null,
  purpose text not null,
  files bigint not null,
  bytes bigint not null
);

-- A worker that has one of them starts again afterwards.
create function queue_quarantine_work(video_ids text[]) returns void
language sql as $$
  insert into quarantine_work as w (video_id, is_release)
  select v.id, not wants_quarantine(v.status, v.hidden_reason) from videos v where v.id = any (video_ids) order by v.id
  on conflict (video_id) do update set is_release = excluded.is_release, reasons = w.reasons + 1, failures = 0,
    run_at = least(w.run_at, excluded.run_at);
$$;

-- Code that removes, hides or shows a video need not think of its files.
create function video_quarantined() returns trigger language plpgsql as $$
begin
  if exists (select from stored_files where video_id = new.id) then
    perform queue_quarantine_work(array[new.id]);
  end if;
  return null;
end $$;
create trigger video_quarantined after update of status, hidden_reason on videos for each row
  when (wants_quarantine(old.status, old.hidden_reason) is distinct from wants_quarantine(new.status, new.hidden_reason))
  execute function video_quarantined();

create view storage_totals as
  select place, purpose, sum(files)::bigint as files, sum(bytes)::bigint as bytes
  from (select place, purpose, files, bytes from storage_counts
        union all select place, purpose, files, bytes from storage_changes) as parts
  group by place, purpose having sum(files) <> 0 or sum(bytes) <> 0;

-- One process folds at a time; others return, and the changes wait for the next fold.
create function fold_storage_changes() returns void
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7305685) then return; end if;
  with taken as (delete from storage_changes returning place, purpose, files, bytes)
  insert into storage_counts (place, purpose, files, bytes)
  select place, purpose, sum(files), sum(bytes) from taken group by 1, 2 order by 1, 2
  on conflict (place, purpose) do update
    set files = storage_counts.files + excluded.files, bytes = storage_counts.bytes + excluded.bytes;
end $$;

create function files_inserted() returns trigger language plpgsql as $$
begin
  insert into storage_changes (place, purpose, files, bytes)
  select place, purpose, count(*), coalesce(sum(size_bytes), 0) from new_files group by 1, 2;
  perform queue_quarantine_work(array_agg(v.id))
  from videos v where v.id in (select video_id from new_files where quarantined_at is null)
    and wants_quarantine(v.status, v.hidden_reason)
  having count(*) > 0;
  return null;
end $$;

create function files_updated() returns trigger language plpgsql as $$
begin
  insert into storage_changes (place, purpose, files, bytes)
  select place, purpose, sum(n), sum(n * coalesce(size_bytes, 0))
  from (select place, purpose, size_bytes, 1 as n from new_files
        union all select place, purpose, size_bytes, -1 from old_files) as changed
  group by 1, 2 having sum(n) <> 0 or sum(n * coalesce(size_bytes, 0)) <> 0;
  insert into loose_files as l (place, key, size_bytes)
  select o.place, o.key, max(o.size_bytes) from old_files o
  where o.quarantined_at is null
    and not exists (select from new_files n where n.place = o.place and n.key = o.key)
  group by 1, 2 order by 1, 2
  on conflict (place, key) do update set since = excluded.since, is_coming = false;
  perform queue_quarantine_work(array_agg(v.id))
  from videos v where v.id in (select video_id from new_files where quarantined_at is null)
    and wants_quarantine(v.status, v.hidden_reason)
  having count(*) > 0;
  return null;
end $$;

create function files_deleted() returns trigger language plpgsql as $$
begin
  insert into storage_changes (place, purpose, files, bytes)
  select place, purpose, -count(*), -coalesce(sum(size_bytes), 0) from old_files group by 1, 2;
  insert into loose_files as l (place, key, size_bytes)
  select place, key, max(size_bytes) from old_files where quarantined_at is null group by 1, 2 order by 1, 2
  on conflict (place, key) do update set since = excluded.since, is_coming = false;
  return null;
end $$;
create trigger files_inserted after insert on stored_files
  referencing new table as new_files for each statement execute function files_inserted();
create trigger files_updated after update on stored_files
  referencing old table as old_files new table as new_files for each statement execute function files_updated();
create trigger files_deleted after delete on stored_files
  referencing old table as old_files for each statement execute function files_deleted();


-- ---------------------------------------------------------------------------------------------------------------------
-- Views  (library/views)

-- One row per visitor and video, for an hour: a hash with the day's salt, never an address.
create unlogged table view_marks (
  mark bytea primary key,
  counted_at timestamptz not null
);
create index view_marks_by_age on view_marks (counted_at);

create table view_salts (
  day date primary key,
  salt bytea not null
);


-- ---------------------------------------------------------------------------------------------------------------------
-- Sources, and the bases on which they may be used  (intake/sources)

create table video_sources (
  id text primary key default gen_random_uuid()::text,
  name text not null check (name <> ''),
  base_url text not null unique,
  kind text not null default 'sitemap' check (kind in ('sitemap', 'feed', 'list', 'page', 'ytdlp')),
  enabled boolean not null default true,
  daily_quota integer not null default 10 check (daily_quota >= 0),
  last_crawled_at timestamptz,
  total_videos_added integer not null default 0,
  created_at timestamptz not null default now(),
  -- Hosted: the file is fetched and kept. Remote: it plays from the source. Embed: the source's player shows it.
  delivery text not null default 'hosted' check (delivery in ('hosted', 'remote', 'embed')),
  -- { "name at the source, lower case": "our category" }; "*" stands for every other name.
  category_map jsonb not null default '{}' check (jsonb_typeof(category_map) = 'object'),
  crawl_delay_ms integer not null default 1000 check (crawl_delay_ms between 0 and 86400000),
  -- Concurrent requests, and downloads.
  concurrency smallint not null default 1 check (concurrency between 1 and 8),
  -- Why it was stopped, as a sentence; null if an administrator disabled it.
  disabled_reason text,
  -- Its videos are being removed; the source is deleted with the last of them.
  deleting_at timestamptz,
  -- Whether a source's videos get renditions: as the settings say, or always, or never.
  renditions text not null default 'default'
    check (renditions in ('default', 'on', 'off')),
  -- How many strikes stand against it, kept by a trigger.
  strikes integer not null default 0 check (strikes >= 0),
  -- When three of them disabled it; null again once it is enabled.
  struck_out_at timestamptz,
  -- A save names the version that was read: of two at once, the second is refused.
  version integer not null default 1,
  -- How the last read of the source went, and since when reads go like that. Null: not yet tried.
  reading_result text check (reading_result in ('read', 'in_part', 'not_read')),
  reading_at timestamptz,
  reading_since timestamptz,
  -- What could not be read, as a sentence.
  reading_message text,
  constraint video_sources_deleting_is_disabled check (deleting_at is null or not enabled),
  constraint video_sources_reading
    check (num_nulls(reading_result, reading_at, reading_since) in (0, 3)
    and (reading_message is null or reading_result is not null))
);
alter table videos add foreign key (source_id) references video_sources (id) on delete set null;

-- On what basis a source may be used; none is used without one. A video may be shown in its way of delivery
-- (videos.kind) only while its source has a valid permission for it.
create table source_permissions (
  id text primary key default gen_random_uuid()::text,
  source_id text not null references video_sources (id) on delete cascade,
  basis text not null check (basis in ('own', 'licence', 'feed_terms', 'api')),
  scope text[] not null
    check (cardinality(scope) > 0 and scope <@ array['embed', 'hotlink', 'download', 'metadata']),
  -- The words of the permission, or where they are kept; or the hash of the file that holds them.
  evidence text check (evidence <> ''),
  evidence_sha256 bytea check (octet_length(evidence_sha256) = 32),
  granted_by text check (granted_by <> ''),
  valid_from timestamptz not null default now(),
  -- The first moment at which it is no longer valid.
  valid_until timestamptz,
  -- Withdrawn, or replaced by another, before its end. The rest of the record stays as granted.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint source_permissions_begin_before_end check (valid_until > valid_from),
  check (evidence is not null or evidence_sha256 is not null)
);
create index source_permissions_by_source on source_permissions (source_id, created_at desc, id);

create function is_valid(permission source_permissions, moment timestamptz) returns boolean
language sql stable
  return (permission).valid_from <= moment
    and moment < coalesce(least((permission).valid_until, (permission).ended_at), 'infinity');

create function required_scope(delivery text) returns text language sql immutable
  return case delivery when 'hosted' then 'download' when 'remote' then 'hotlink' else 'embed' end;

-- Whether videos of the source may be delivered in that way at that time.
create function is_covered(of_source text, delivery text, moment timestamptz) returns boolean
language sql stable
  return exists (select from source_permissions p where p.source_id = of_source
                 and required_scope(delivery) = any (p.scope) and is_valid(p, moment));

-- Why the source cannot be enabled, as a sentence; null if it can. Three strikes keep it disabled too.
create function source_refusal(of_source text, delivery text, crawl_delay_ms integer, moment timestamptz)
returns text language sql stable
  return case
    when (select strikes from video_sources where id = of_source) >= 3
      then 'Three copyright strikes stand against this source: it stays disabled unless one of them is voided.'
    when not is_covered(of_source, delivery, moment) then format(
      'No basis that is valid now covers this source: its delivery "%s" needs one with "%s" in its scope.',
      delivery, required_scope(delivery))
    when crawl_delay_ms < 1000 and not exists (
      select from source_permissions p
      where p.source_id = of_source and p.basis = 'own' and is_valid(p, moment))
      then 'A crawl delay under 1,000 milliseconds needs the basis "own".'
  end;

-- Enabling a source locks its row, and so does withdrawing its permission: of two at once the later sees what the
-- earlier did.
create function video_sources_need_basis() returns trigger language plpgsql as $$
declare
  refusal text;
begin
  if not new.enabled then return new; end if;
  refusal := source_refusal(new.id, new.delivery, new.crawl_delay_ms, clock_timestamp());
  if refusal is not null then
    raise exception using errcode = 'check_violation', constraint = 'video_sources_basis', message = refusal;
  end if;
  new.disabled_reason := null;
  new.struck_out_at := null;
  return new;
end $$;

create function source_permissions_changed() returns trigger language plpgsql as $$
begin
  perform from video_sources where id in (select source_id from old_permissions) order by id for no key update;
  update video_sources s
  set enabled = false,
      disabled_reason = source_refusal(s.id, s.delivery, s.crawl_delay_ms, clock_timestamp())
  where s.id in (select source_id from old_permissions) and s.enabled
    and source_refusal(s.id, s.delivery, s.crawl_delay_ms, clock_timestamp()) is not null;
  return null;
end $$;
create trigger video_sources_need_basis before insert or update of enabled, delivery, crawl_delay_ms
  on video_sources for each row execute function video_sources_need_basis();
create trigger source_permissions_updated after update on source_permissions
  referencing old table as old_permissions
  for each statement execute function source_permissions_changed();
create trigger source_permissions_deleted after delete on source_permissions
  referencing old table as old_permissions
  for each statement execute function source_permissions_changed();

-- Reads of another address, or as another kind, say nothing about this one.
create function video_source_moved() returns trigger language plpgsql as $$
begin
  new.reading_result := null;
  new.reading_at := null;
  new.reading_since := null;
  new.reading_message := null;
  return new;
end $$;
create trigger video_source_moved before update of base_url, kind on video_sources for each row
  when (old.base_url <> new.base_url or old.kind <> new.kind) execute function video_source_moved();


-- ---------------------------------------------------------------------------------------------------------------------
-- Manners towards other sites  (intake/manners)

-- One row per host and port. Updated at every request, so no further index: updates stay within their page.
create table crawl_hosts (
  host text primary key,
  -- When the spacing allows the next request.
  next_at timestamptz not null,
  -- No request before then: the host said so (Retry-After), or it failed (back-off).
  blocked_until timestamptz,
  block_message text,
  -- Network errors, 429 and 5xx since the last other answer.
  failures integer not null default 0,
  asked_at timestamptz not null
) with (fillfactor = 50);

create table robots_files (
  -- "https://example.org:8443", without a usual port.
  origin text primary key,
  -- Null if no answer came; then the error says why, and nothing may be fetched.
  status smallint,
  body text not null default '',
  etag text,
  error_code text,
  error_message text,
  read_at timestamptz not null,
  expires_at timestamptz not null
);

-- Breakers: a source that keeps refusing or failing is left alone. One row per class of failure, gone after a success.
create table source_breakers (
  source_id text not null references video_sources (id) on delete cascade,
  class text not null check (class in ('401', '403', '429', '451', '5xx', 'network')),
  failures integer not null,
  -- Null: not open yet. Once it has passed, one request may probe.
  open_until timestamptz,
  -- Until then one request probes; if it dies, another may.
  trial_until timestamptz,
  message text not null,
  last_at timestamptz not null,
  primary key (source_id, class)
);

-- The validators of a source's list files (ETag, Last-Modified) when everything in them had been decided.
create table fetched_files (
  source_id text not null references video_sources (id) on delete cascade,
  url_hash bytea not null check (octet_length(url_hash) = 32),
  etag text,
  last_modified text,
  read_at timestamptz not null,
  primary key (source_id, url_hash),
  check (etag is not null or last_modified is not null)
);


-- ---------------------------------------------------------------------------------------------------------------------
-- What is never taken in again  (intake/block-list)

-- Addresses that are never taken in (again), whichever source names them.
create table blocked_addresses (
  hash bytea primary key check (octet_length(hash) = 32),
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now(),
  request_id text
);
create index blocked_addresses_of_request on blocked_addresses (request_id) where request_id is not null;

create table blocked_external_ids (
  source_id text not null references video_sources (id) on delete cascade,
  external_id text not null check (external_id <> ''),
  reason text not null check (reason <> ''),
  request_id text,
  created_at timestamptz not null default now(),
  primary key (source_id, external_id)
);
create index blocked_external_ids_of_request on blocked_external_ids (request_id) where request_id is not null;

create table blocked_contents (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  reason text not null check (reason <> ''),
  request_id text,
  created_at timestamptz not null default now()
);
create index blocked_contents_of_request on blocked_contents (request_id) where request_id is not null;


-- ---------------------------------------------------------------------------------------------------------------------
-- The address ledger  (intake/ledger)

-- The address ledger (docs/decisions/0011-address-ledger.md): every address that a source ever named, with the last
-- decision about it. Rows are written once and then mostly read, so pages are packed full. The address itself is in no
-- index, and there are no foreign keys: each would cost a check per row, and the ledger outlives what it refers to.
create table addresses (
  -- SHA-256 of the canonical address (kernel/lib/canonical-address.ts).
  hash bytea primary key,
  url text not null,
  source_id uuid,
  -- The run that decided; null if an administrator or a manual crawl did.
  run_id uuid,
  -- new, known, duplicate, blocked, robots, over_quota, no_video or failed (contract/src/calls/ledger.ts).
  decision text not null,
  -- The class of a failure (kernel/lib/source-error.ts), and its sentence.
  error_class text,
  detail text,
  -- The video of this address, or the one that it duplicates.
  video_id text,
  -- When a temporary decision may be made again; null if it is final.
  retry_at timestamptz,
  first_seen_at timestamptz not null,
  last_decided_at timestamptz not null,
  -- A count of all decisions: their order within a run, and its key.
  decision_number bigint generated by default as identity
    -- A crawl writes a million rows in a minute. No plan depends on statistics and nothing scans the index alone:
    -- analysing and vacuuming meanwhile would double the work.
) with (autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_insert_scale_factor = 1);

-- One index for a run's rows, newest first, by decision or by all (one decision at a time).
create index addresses_by_run on addresses (run_id, decision, decision_number) where run_id is not null;
create index addresses_by_video on addresses (video_id) where video_id is not null;

-- How many addresses of a source met which decision in a run. `decided` were written to the ledger; `seen` were in
-- it already, and are counted again by a run that starts again.
create table crawler_run_counts (
  run_id text not null,
  source_id text not null references video_sources (id) on delete cascade,
  decision text not null,
  decided bigint not null default 0,
  seen bigint not null default 0,
  primary key (run_id, source_id, decision)
) with (fillfactor = 50);
create index crawler_run_counts_by_source on crawler_run_counts (source_id);

-- However a video is removed or brought back, the ledger records it.
create function video_address_removed() returns trigger language plpgsql as $$
begin
  insert into addresses (hash, url, source_id, decision, video_id, first_seen_at, last_decided_at)
  values (new.source_url_hash, new.source_url, new.source_id::uuid,
          case new.status when 'removed' then 'blocked' else 'known' end, new.id, now(), now())
  on conflict (hash) do update
    set decision = excluded.decision, video_id = excluded.video_id, last_decided_at = excluded.last_decided_at,
        error_class = null, detail = null, retry_at = null;
  return null;
end $$;
create trigger video_address_removed after update of status on videos
  for each row when ((old.status = 'removed') <> (new.status = 'removed'))
  execute function video_address_removed();

create function video_addresses_forgotten() returns trigger language plpgsql as $$
begin
  update addresses set video_id = null where video_id in (select id from old_videos);
  return null;
end $$;
create trigger video_addresses_forgotten after delete on videos
  referencing old table as old_videos for each statement execute function video_addresses_forgotten();


-- ---------------------------------------------------------------------------------------------------------------------
-- Downloads  (intake/downloads)

create table download_jobs (
  id text primary key default gen_random_uuid()::text,
  source_url text not null,
  source_url_hash bytea not null check (octet_length(source_url_hash) = 32),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  error text,
  video_id text references videos (id) on delete set null,
  source_id text references video_sources (id) on delete set null,
  crawler_run_id text,
  metadata jsonb,
  -- Failed attempts, and how often the job was leased (also counts workers that died).
  attempts integer not null default 0,
  leases integer not null default 0,
  -- Leases given back in good order by a worker that stopped.
  returns integer not null default 0,
  -- When a crawler may queue the address again, after a temporary failure.
  retry_at timestamptz,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  external_id text check (external_id <> ''),
  -- Cancelled: status failed, but no failure.
  cancelled_at timestamptz,
  -- Whose turn it takes: a source's, or that of manual additions. With the host it makes the lane.
  lane text not null generated always as (coalesce(source_id, 'manual')) stored,
  host text not null generated always as (split_part(source_url, '/', 3)) stored,
  -- Higher is served first.
  priority smallint not null default 0 check (priority between -100 and 100),
  -- The order in which downloads were added.
  position bigint not null generated always as identity,
  -- Pending: not before then; null means now.
  run_at timestamptz,
  -- Processing: the lease lapses then unless renewed. Not indexed, so that renewals stay cheap.
  leased_until timestamptz,
  received_bytes bigint check (received_bytes >= 0),
  total_bytes bigint check (total_bytes >= 0),
  bytes_per_second bigint check (bytes_per_second >= 0),
  error_class text check (error_class ~ '^[a-z0-9_]{1,40}$'),
  -- The current step; of a failed download, the one that failed. The contract lists the steps.
  step text,
  -- When it last made progress: a step, a percent or a byte. In no index, as renewals write it.
  moved_at timestamptz
) with (fillfactor = 90);
create index download_jobs_by_address on download_jobs (source_url_hash);
create unique index download_jobs_one_open_per_address on download_jobs (source_url_hash)
  where status in ('pending', 'processing');
create index download_jobs_open_in_run on download_jobs (crawler_run_id) where status in ('pending', 'processing');
create index download_jobs_open_by_source on download_jobs (source_id) where status in ('pending', 'processing');
create unique index download_jobs_latest on download_jobs (position desc);
create index download_jobs_by_status on download_jobs (status, position desc);
create index download_jobs_by_source on download_jobs (source_id, created_at desc) where source_id is not null;
create index download_jobs_by_video on download_jobs (video_id) where video_id is not null;
create index download_jobs_ready on download_jobs (lane, host, priority desc, position)
  where status = 'pending' and run_at is null;
create index download_jobs_waiting on download_jobs (run_at) where status = 'pending' and run_at is not null;
create index download_jobs_processing on download_jobs (lane, host) where status = 'processing';
create index download_jobs_failed on download_jobs (error_class, position desc) where status = 'failed';
create index download_jobs_by_external_id on download_jobs (source_id, external_id) where external_id is not null;

-- Whether an address that a source names is due to be tried again.
create index download_jobs_to_retry on download_jobs (source_id, retry_at)
  where status = 'failed' and retry_at is not null;

-- Each filter of the list reads its rows in order from one index. They are written so that no other query uses them:
-- by minus the position, or the planner walks the latest jobs of all hoping to meet the wanted ones; and by the
-- expression behind the lane, not its column, or a claim would use this index to find the next job of a lane.
create index download_jobs_of_lane on download_jobs (coalesce(source_id, 'manual'), status, (-position));
create index download_jobs_of_host on download_jobs (host collate "C", status, (-position));
create index download_jobs_of_run on download_jobs (crawler_run_id, status, (-position))
  where crawler_run_id is not null;
create index download_jobs_failed_of_lane on download_jobs (coalesce(source_id, 'manual'), error_class, (-position))
  where status = 'failed';
create index download_jobs_failed_of_host on download_jobs (host collate "C", error_class, (-position))
  where status = 'failed';
create index download_jobs_failed_of_run on download_jobs (crawler_run_id, error_class, (-position))
  where status = 'failed' and crawler_run_id is not null;

-- Where there is something to claim, so that no worker searches the jobs for it.
create table download_lanes (
  lane text not null,
  host text not null,
  -- The highest priority that may be claimed here now; null while nothing is ready or enough is being processed.
  offered smallint,
  -- The position of the first job.
  head bigint,
  primary key (lane, host)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index download_lanes_offered on download_lanes (offered desc, lane, head) where offered is not null;

create table download_totals (
  status text primary key,
  jobs bigint not null default 0
);
insert into download_totals (status)
values ('pending'), ('processing'), ('completed'), ('failed'), ('left_out'), ('cancelled');

-- Jobs cleared from the queue, which can be put back for an hour.
create table download_clearings (
  id text primary key default gen_random_uuid()::text,
  cleared_at timestamptz not null default now(),
  jobs integer not null,
  undone_at timestamptz
);
create index download_clearings_latest on download_clearings (cleared_at);

-- The former rows of download_jobs.
create table cleared_downloads (
  clearing_id text not null references download_clearings (id) on delete cascade,
  position bigint not null,
  job jsonb not null,
  primary key (clearing_id, position)
);

-- Recomputes what each of these lanes offers. Locks its row first, so that the last of several writers sees what all
-- have written. The settings keep plans on the indexes whatever the statistics say.
create function refresh_download_lanes(lanes text[], hosts text[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = on set enable_bitmapscan = on as $$
begin
  if lanes is null then return; end if;
  insert into download_lanes (lane, host)
  select distinct c.lane, c.host from unnest(lanes, hosts) as c (lane, host) order by 1, 2
  on conflict do nothing;
  perform from (select distinct c.lane, c.host from unnest(lanes, hosts) as c (lane, host) order by 1, 2) as c
  cross join lateral (select from download_lanes l where l.lane = c.lane and l.host = c.host
                      for no key update) as l;
  update download_lanes l
  set head = f.position, offered = case when u.under_way < u.most then f.priority end
  from (select distinct c.lane, c.host from unnest(lanes, hosts) as c (lane, host)) as c
  cross join lateral
    (select (select count(*) from download_jobs j
             where j.lane = c.lane and j.host = c.host and j.status = 'processing') as under_way,
            coalesce((select s.concurrency from video_sources s where s.id = c.lane), 2) as most) as u
  left join lateral
    (select j.position, j.priority from download_jobs j
     where j.lane = c.lane and j.host = c.host and j.status = 'pending' and j.run_at is null
     order by j.priority desc, j.position limit 1) as f on true
  where l.lane = c.lane and l.host = c.host;
end $$;

create function count_downloads(statuses text[], changes integer[]) returns void language plpgsql as $$
begin
  if statuses is null then return; end if;
  perform from download_totals where status = any (statuses) order by status for no key update;
  update download_totals t set jobs = t.jobs + c.n
  from (select status, sum(change) as n from unnest(statuses, changes) as d (status, change) group by status) as c
  where t.status = c.status and c.n <> 0;
end $$;

-- All lock rows in one order: runs, sources, lanes, totals.
create function download_jobs_inserted_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(n.lane), array_agg(n.host))
  from (select distinct lane, host from new_jobs where status in ('pending', 'processing')) as n;
  perform count_downloads(array_agg(n.state), array_agg(n.jobs))
  from (select download_state(status, error_class, cancelled_at) as state, count(*)::int as jobs
        from new_jobs group by 1) as n;
  return null;
end $$;

-- Before and after are compared as sets, never joined: a plan made for one row must do for thousands.
create function download_jobs_updated_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(c.lane), array_agg(c.host))
  from (select distinct lane, host from (
          (select id, lane, host, status, run_at is null, priority from old_jobs
           except select id, lane, host, status, run_at is null, priority from new_jobs)
          union all
          (select id, lane, host, status, run_at is null, priority from new_jobs
           except select id, lane, host, status, run_at is null, priority from old_jobs)) as changed
        where status in ('pending', 'processing')) as c;
  perform count_downloads(array_agg(c.state), array_agg(c.change))
  from (select state, sum(sign)::int as change
        from (select download_state(status, error_class, cancelled_at) as state, -1 as sign from old_jobs
              union all select download_state(status, error_class, cancelled_at), 1 from new_jobs) as change
        group by state having sum(sign) <> 0) as c;
  return null;
end $$;

create function download_jobs_deleted_lanes() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(o.lane), array_agg(o.host))
  from (select distinct lane, host from old_jobs where status in ('pending', 'processing')) as o;
  perform count_downloads(array_agg(o.state), array_agg(o.jobs))
  from (select download_state(status, error_class, cancelled_at) as state, -count(*)::int as jobs
        from old_jobs group by 1) as o;
  return null;
end $$;
create trigger download_jobs_inserted_lanes after insert on download_jobs
  referencing new table as new_jobs for each statement execute function download_jobs_inserted_lanes();
create trigger download_jobs_updated_lanes after update on download_jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function download_jobs_updated_lanes();
create trigger download_jobs_deleted_lanes after delete on download_jobs
  referencing old table as old_jobs for each statement execute function download_jobs_deleted_lanes();

create function video_sources_concurrency() returns trigger language plpgsql as $$
begin
  perform refresh_download_lanes(array_agg(lane), array_agg(host)) from download_lanes where lane = new.id;
  return null;
end $$;
create trigger video_sources_concurrency after update of concurrency on video_sources for each row
  when (old.concurrency <> new.concurrency) execute function video_sources_concurrency();

-- Leases the next job. A leased download begins with its first step.
create function claim_download(after_lane text, lease interval) returns setof download_jobs language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off as $$
declare
  top smallint;
  chosen record;
begin
  select offered into top from download_lanes where offered is not null order by offered desc limit 1;
  if top is null then return; end if;
  select l.lane, l.host into chosen from download_lanes l where l.offered = top and l.lane > after_lane
  order by l.lane, l.head limit 1 for no key update skip locked;
  if not found then
    select l.lane, l.host into chosen from download_lanes l where l.offered = top
    order by l.lane, l.head limit 1 for no key update skip locked;
  end if;
  if not found then return; end if;
  return query
    update download_jobs
    set status = 'processing', leases = leases + 1, leased_until = now() + lease, progress = 0, step = 'describing',
        received_bytes = null, total_bytes = null, bytes_per_second = null, moved_at = now()
    where id = (select j.id from download_jobs j
                where j.lane = chosen.lane and j.host = chosen.host and j.status = 'pending' and j.run_at is null
                order by j.priority desc, j.position limit 1 for update skip locked)
    returning *;
end $$;

-- Puts back jobs whose lease has lapsed, as their worker is dead or stuck, and readies those whose pause is over; at
-- most `most` of each.
create function return_downloads(most integer) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off as $$
begin
  update download_jobs set status = 'pending' where id in
    (select id from download_jobs where status = 'processing' and leased_until < now()
     limit most for update skip locked);
  update download_jobs set run_at = null where id in
    (select id from download_jobs where status = 'pending' and run_at <= now()
     order by run_at limit most for update skip locked);
end $$;

-- The state of a download: its status, and for failed which of three endings it is
-- (contract/src/calls/downloads.ts, endingOf). What a notice took out has a class, and counts as left out.
create function download_state(status text, error_class text, cancelled_at timestamptz) returns text
language sql immutable
  return case when status <> 'failed' then status
              when error_class in ('duplicate', 'removed', 'robots', 'paused', 'http_429') then 'left_out'
              when cancelled_at is not null then 'cancelled'
              else 'failed' end;


-- ---------------------------------------------------------------------------------------------------------------------
-- Crawls  (intake/crawler)

create table crawler_runs (
  id text primary key default gen_random_uuid()::text,
  status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
  target_count integer not null default 50 check (target_count >= 0),
  videos_added integer not null default 0,
  videos_failed integer not null default 0,
  -- How often a worker has started to read the sources of this run.
  attempts integer not null default 0,
  error text,
  started_at timestamptz not null default now(),
  -- Set when every source has been read; the run ends when the last of its downloads has ended too.
  discovered_at timestamptz,
  completed_at timestamptz,
  -- The scheduled time that the run is for: one run each, however many workers there are or die.
  scheduled_for timestamptz,
  videos_left_out integer not null default 0,
  -- Cancelled, or cleared from the queue.
  videos_taken_out integer not null default 0
);
create index crawler_runs_latest on crawler_runs (started_at desc, id desc);
create unique index crawler_runs_one_running on crawler_runs ((true)) where status = 'running';
create unique index crawler_runs_once_a_schedule on crawler_runs (scheduled_for) where scheduled_for is not null;
alter table crawler_run_counts add foreign key (run_id) references crawler_runs (id) on delete cascade;
alter table download_jobs add foreign key (crawler_run_id) references crawler_runs (id) on delete set null;

-- What a crawl could not read, a sentence each.
create table crawler_problems (
  id bigint generated always as identity primary key,
  crawler_run_id text not null references crawler_runs (id) on delete cascade,
  source_id text references video_sources (id) on delete cascade,
  url text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index crawler_problems_by_run on crawler_problems (crawler_run_id, id);

-- Where the next sequential crawl of a source's sitemaps goes on, and how many files its index named when last read.
create table sitemap_cursors (
  source_id text primary key references video_sources (id) on delete cascade,
  file_index integer not null default 0 check (file_index >= 0),
  address_offset integer not null default 0 check (address_offset >= 0),
  sitemap_files integer check (sitemap_files >= 0)
);

-- By run and source. Leasing or giving back a job ends no run: its row is left alone then, which a claim would
-- otherwise lock after that of its lane, in the wrong order.
create function download_jobs_updated() returns trigger language plpgsql as $$
begin
  perform count_run_downloads(array_agg(c.run_id), array_agg(c.added), array_agg(c.failed), array_agg(c.left_out),
                              array_agg(c.taken_out))
  from (select crawler_run_id as run_id, sum(sign * (state = 'completed')::int)::int as added,
          sum(sign * (state = 'failed')::int)::int as failed,
          sum(sign * (state = 'left_out')::int)::int as left_out,
          sum(sign * (state = 'cancelled')::int)::int as taken_out,
          sum(sign * (state in ('pending', 'processing'))::int) as opened
        from (select crawler_run_id, download_state(status, error_class, cancelled_at) as state, -1 as sign
              from old_jobs where crawler_run_id is not null
              union all
              select crawler_run_id, download_state(status, error_class, cancelled_at), 1
              from new_jobs where crawler_run_id is not null) as change
        group by crawler_run_id) as c
  where c.added <> 0 or c.failed <> 0 or c.left_out <> 0 or c.taken_out <> 0 or c.opened <> 0;

  update video_sources s set total_videos_added = s.total_videos_added + c.n
  from (select source_id, sum(sign)::int as n
        from (select source_id, status, -1 as sign from old_jobs
              union all select source_id, status, 1 from new_jobs) as change
        where status = 'completed' and source_id is not null
        group by source_id having sum(sign) > 0 order by source_id) as c
  where s.id = c.source_id;
  return null;
end $$;

create function download_jobs_deleted() returns trigger language plpgsql as $$
begin
  perform count_run_downloads(array_agg(o.id), array_agg(0), array_agg(0), array_agg(0), array_agg(o.n))
  from (select crawler_run_id as id, count(*)::int as n from old_jobs
        where crawler_run_id is not null and status in ('pending', 'processing') group by crawler_run_id) as o;
  return null;
end $$;
create trigger download_jobs_updated after update on download_jobs
  referencing old table as old_jobs new table as new_jobs for each statement execute function download_jobs_updated();
create trigger download_jobs_deleted after delete on download_jobs
  referencing old table as old_jobs for each statement execute function download_jobs_deleted();

create function count_run_downloads(
  run_ids text[], added integer[], failed integer[], left_out integer[], taken_out integer[]) returns void
language plpgsql as $$
begin
  if run_ids is null then return; end if;
  perform from crawler_runs where id = any (run_ids) order by id for no key update;
  update crawler_runs r
  set videos_added = r.videos_added + c.added, videos_failed = r.videos_failed + c.failed,
      videos_left_out = r.videos_left_out + c.left_out, videos_taken_out = r.videos_taken_out + c.taken_out
  from (select id, sum(a) as added, sum(f) as failed, sum(l) as left_out, sum(t) as taken_out
        from unnest(run_ids, added, failed, left_out, taken_out) as change (id, a, f, l, t) group by id) as c
  where r.id = c.id and (c.added <> 0 or c.failed <> 0 or c.left_out <> 0 or c.taken_out <> 0);
  update crawler_runs r set status = 'completed', completed_at = now()
  where r.id = any (run_ids) and r.status = 'running' and r.discovered_at is not null
    and not exists (select from download_jobs j
                    where j.crawler_run_id = r.id and j.status in ('pending', 'processing'));
end $$;


-- ---------------------------------------------------------------------------------------------------------------------
-- Languages  (words/languages)

create table languages (
  id text primary key default gen_random_uuid()::text,
  code text not null unique check (code ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  name text not null,
  native_name text not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- A save names the version that was read: of two at once, the second is refused.
  version integer not null default 1
);

-- English is the language of the originals. All are enabled: one without keywords shows nothing.
insert into languages (code, name, native_name) values
  ('en', 'English', 'English'),
  ('es', 'Spanish', 'Español'),
  ('de', 'German', 'Deutsch'),
  ('fr', 'French', 'Français'),
  ('it', 'Italian', 'Italiano'),
  ('pt', 'Portuguese', 'Português'),
  ('nl', 'Dutch', 'Nederlands'),
  ('pl', 'Polish', 'Polski'),
  ('ru', 'Russian', 'Русский'),
  ('uk', 'Ukrainian', 'Українська'),
  ('cs', 'Czech', 'Čeština'),
  ('sk', 'Slovak', 'Slovenčina'),
  ('hu', 'Hungarian', 'Magyar'),
  ('ro', 'Romanian', 'Română'),
  ('bg', 'Bulgarian', 'Български'),
  ('el', 'Greek', 'Ελληνικά'),
  ('tr', 'Turkish', 'Türkçe'),
  ('ar', 'Arabic', 'العربية'),
  ('he', 'Hebrew', 'עברית'),
  ('fa', 'Persian', 'فارسی'),
  ('hi', 'Hindi', 'हिन्दी'),
  ('bn', 'Bengali', 'বাংলা'),
  ('id', 'Indonesian', 'Bahasa Indonesia'),
  ('ms', 'Malay', 'Bahasa Melayu'),
  ('th', 'Thai', 'ไทย'),
  ('vi', 'Vietnamese', 'Tiếng Việt'),
  ('zh', 'Chinese', '中文'),
  ('ja', 'Japanese', '日本語'),
  ('ko', 'Korean', '한국어'),
  ('sv', 'Swedish', 'Svenska')
on conflict (code) do nothing;


-- ---------------------------------------------------------------------------------------------------------------------
-- Keywords  (words/keywords)

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
  created_at timestamptz not null default now(),
  -- The order of the lists, and the key of their pages.
  position bigint generated by default as identity,
  -- Counts edits: a save names the version that was read.
  version integer not null default 1,
  -- For the search of the back office.
  words tsvector generated always as
    (to_tsvector('simple', keyword || ' ' || slug || ' ' || meta_title || ' ' || coalesce(category, ''))) stored
);

-- A keyword without a language is answered under /en/{slug}, so it shares that space of addresses.
create unique index keywords_by_address on keywords (coalesce(language_code, 'en'), slug);
create unique index keywords_by_position on keywords (position desc);
create index keywords_by_enabled on keywords (enabled, position desc);
create index keywords_by_language on keywords (coalesce(language_code, ''), position desc);
create index keywords_by_language_and_enabled on keywords (coalesce(language_code, ''), enabled, position desc);
create index keywords_by_words on keywords using gin (words);

-- For the foreign key.
create index keywords_of_language on keywords (language_code) where language_code is not null;

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

-- Videos that an administrator took off a keyword, so that they are not linked to it again.
create table keyword_unlinks (
  keyword_id text not null references keywords (id) on delete cascade,
  video_id text not null references videos (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (keyword_id, video_id)
);
create index keyword_unlinks_by_video on keyword_unlinks (video_id);


-- ---------------------------------------------------------------------------------------------------------------------
-- Translations  (words/translations)

create table video_translations (
  id text primary key default gen_random_uuid()::text,
  video_id text not null references videos (id) on delete cascade,
  language_code text not null references languages (code) on update cascade,
  title text not null,
  description text not null,
  created_at timestamptz not null default now(),
  -- SHA-256 of the translated title and description: if it differs, they were edited since.
  -- Null if the translation came from elsewhere: it is left alone.
  text_hash bytea check (octet_length(text_hash) = 32),
  -- What made it.
  translator text,
  updated_at timestamptz not null default now(),
  unique (video_id, language_code)
);
create index video_translations_by_language on video_translations (language_code, video_id);

-- One batch: the newest videos first, up to its limit. The position is the last video passed.
create table translation_runs (
  id bigint generated always as identity primary key,
  language_code text not null references languages (code) on update cascade on delete cascade,
  translator text not null,
  state text not null default 'running' check (state in ('running', 'completed', 'stopped', 'failed')),
  -- How many videos it handles at most, not counting those it skips.
  most integer not null check (most > 0),
  translated integer not null default 0,
  skipped integer not null default 0,
  errors integer not null default 0,
  -- Errors since the last success.
  errors_in_a_row integer not null default 0,
  -- How often in a row the translator was unreachable.
  setbacks integer not null default 0,
  passed_at timestamptz,
  passed_id text,
  -- Counts committed batches: two workers cannot commit the same one.
  stretches integer not null default 0,
  reached_end boolean not null default false,
  -- Why it failed, or what it waits for.
  message text,
  started_by text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index translation_runs_one_a_language on translation_runs (language_code) where state = 'running';
create index translation_runs_by_language on translation_runs (language_code, id desc);

-- Texts that a translator could not handle.
create table translation_faults (
  video_id text not null references videos (id) on delete cascade,
  language_code text not null references languages (code) on update cascade on delete cascade,
  text_hash bytea not null check (octet_length(text_hash) = 32),
  message text not null,
  -- Runs that failed over this text.
  attempts integer not null default 1,
  run_id bigint not null references translation_runs (id) on delete cascade,
  updated_at timestamptz not null default now(),
  primary key (video_id, language_code)
);
create index translation_faults_of_run on translation_faults (run_id, video_id);
create index translation_faults_of_language on translation_faults (language_code);

-- How many translations each language has: each statement adds a row, which a job sums up into `n`, so that no
-- writer waits for another.
create table translation_totals (
  language_code text primary key references languages (code) on update cascade on delete cascade,
  n bigint not null default 0
);

create table translation_changes (
  id bigint generated always as identity primary key,
  language_code text not null,
  n integer not null
);

create function translations_inserted() returns trigger language plpgsql as $$
begin
  insert into translation_changes (language_code, n)
  select language_code, count(*) from new_rows group by language_code;
  return null;
end $$;

create function translations_deleted() returns trigger language plpgsql as $$
begin
  insert into translation_changes (language_code, n)
  select language_code, -count(*) from old_rows group by language_code;
  return null;
end $$;
create trigger translations_inserted after insert on video_translations
  referencing new table as new_rows for each statement execute function translations_inserted();
create trigger translations_deleted after delete on video_translations
  referencing old table as old_rows for each statement execute function translations_deleted();


-- ---------------------------------------------------------------------------------------------------------------------
-- Health: whether videos are still there  (upkeep/health)

-- How many ages of the survival curve, in days, a span reaches, or (strictly) exceeds; the same ages as
-- SURVIVAL_AGES of the contract.
create function survival_ages(span interval, strictly boolean) returns smallint
language sql immutable strict parallel safe
  return (select count(*)::smallint from unnest(array[1, 2, 4, 8, 16, 32, 64, 128, 256]) as age (days)
          where case when strictly then extract(epoch from span) > days * 86400
                     else extract(epoch from span) >= days * 86400 end);

-- One row for each remote or embedded video that was ever published; a hosted one has a row while it is hidden
-- because its file is gone.
create table video_health (
  video_id text primary key references videos (id) on delete cascade,
  -- Copied from the video. The lane is the source's id, '' without one: sources take turns in being checked.
  kind text not null check (kind in ('hosted', 'remote', 'embed')),
  lane text not null,
  published_at timestamptz not null,
  state text not null default 'alive' check (state in ('alive', 'suspect', 'gone')),
  -- Null: no longer checked. Moved ahead during a check: if the worker dies, it is due again then.
  next_check_at timestamptz,
  -- How often it was leased; the holder's token.
  leases integer not null default 0,
  interval_days smallint not null default 1 check (interval_days between 1 and 30),
  checks integer not null default 0,
  -- Since it was last alive. `failing_since` is the first of these failures.
  failures_in_a_row integer not null default 0,
  failing_since timestamptz,
  -- What the last answers said if that means more than an outage, and how many in a row said it.
  suspicion text,
  agreeing smallint not null default 0,
  last_class text,
  last_message text,
  last_checked_at timestamptz,
  last_alive_at timestamptz,
  gone_at timestamptz,
  awaits_decision boolean not null default false,
  decision text check (decision in ('remove', 'restore', 'keep_hidden')),
  decided_at timestamptz,
  -- How many ages of the survival curve it is known to have reached; null if never seen alive.
  ages_reached smallint generated always as (
    case when kind = 'hosted' then null
    when state = 'gone' then survival_ages(failing_since - published_at, true)
    else survival_ages(last_alive_at - published_at, false) end) stored,
  check (not awaits_decision or (state = 'gone' and gone_at is not null))
) with (fillfactor = 80);
create index video_health_due on video_health (lane, next_check_at) where next_check_at is not null;
create index video_health_awaiting on video_health (gone_at desc, video_id desc) where awaits_decision;

-- How many videos of a lane have reached how many ages, lost ones apart: the survival curve is read from at most
-- twenty rows.
create table survival_counts (
  lane text not null,
  ages_reached smallint not null,
  is_gone boolean not null,
  n integer not null,
  primary key (lane, ages_reached, is_gone)
) with (fillfactor = 50);

-- A pass over the files of the published hosted videos, in the order of their ids.
create table file_checks (
  id bigint generated always as identity primary key,
  -- The last video checked.
  cursor text not null default '',
  checked integer not null default 0,
  missing integer not null default 0,
  requeued integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- When its outcome was reported.
  reported_at timestamptz
);
create unique index file_checks_one_open on file_checks ((true)) where finished_at is null;

create function count_survival(of_lane text, ages smallint, gone boolean, delta integer) returns void
language sql as $$
  insert into survival_counts (lane, ages_reached, is_gone, n) values (of_lane, ages, gone, delta)
  on conflict (lane, ages_reached, is_gone) do update set n = survival_counts.n + excluded.n;
$$;

create function video_health_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.ages_reached is not null then
    perform count_survival(old.lane, old.ages_reached, old.state = 'gone', -1);
  end if;
  if tg_op <> 'DELETE' and new.ages_reached is not null then
    perform count_survival(new.lane, new.ages_reached, new.state = 'gone', 1);
  end if;
  return null;
end $$;
create trigger video_health_counted after update on video_health for each row
  when ((old.lane, old.ages_reached, old.state = 'gone') is distinct from (new.lane, new.ages_reached, new.state = 'gone'))
  execute function video_health_counted();
create trigger video_health_counted_in after insert on video_health for each row
  when (new.ages_reached is not null) execute function video_health_counted();
create trigger video_health_counted_out after delete on video_health for each row
  when (old.ages_reached is not null) execute function video_health_counted();

-- Code that publishes, hides or removes a video need not think of its health. Published: checked from a day after it
-- was first published. Hidden because it is gone: waits for a decision. Else: not checked.
create function video_health_follows() returns trigger language plpgsql as $$
declare
  fault text;
begin
  if new.status = 'published' and new.kind = 'hosted' then
    delete from video_health where video_id = new.id;
  elsif new.status = 'published' then
    insert into video_health as h (video_id, kind, lane, published_at, next_check_at)
    values (new.id, new.kind, coalesce(new.source_id, ''), new.published_at, new.published_at + interval '1 day')
    on conflict (video_id) do update set
      kind = excluded.kind, lane = excluded.lane, awaits_decision = false,
      next_check_at = coalesce(h.next_check_at, excluded.next_check_at),
      state = case h.state when 'gone' then 'alive' else h.state end,
      failures_in_a_row = case h.state when 'gone' then 0 else h.failures_in_a_row end,
      failing_since = case h.state when 'gone' then null else h.failing_since end,
      agreeing = case h.state when 'gone' then 0 else h.agreeing end,
      gone_at = null;
  elsif new.status = 'hidden' and new.hidden_reason = 'gone' then
    if new.kind = 'hosted' then
      select 'Its file was missing, and could not be brought again: ' || coalesce(j.error, 'the download was ended.')
        into fault
      from (select 1) as one left join lateral (
        select error from download_jobs where source_url_hash = new.source_url_hash and status = 'failed'
        order by created_at desc limit 1) as j on true;
    end if;
    insert into video_health as h
      (video_id, kind, lane, published_at, state, failing_since, gone_at, awaits_decision, last_class, last_message)
    values (new.id, new.kind, coalesce(new.source_id, ''), coalesce(new.published_at, new.created_at), 'gone',
            date_trunc('milliseconds', now()), date_trunc('milliseconds', now()), true,
            case when new.kind = 'hosted' then 'file_missing' end, fault)
    on conflict (video_id) do update set
      lane = excluded.lane, state = 'gone', awaits_decision = true,
      gone_at = coalesce(h.gone_at, excluded.gone_at),
      failing_since = coalesce(h.failing_since, excluded.failing_since),
      last_class = coalesce(excluded.last_class, h.last_class),
      last_message = coalesce(excluded.last_message, h.last_message);
  else
    update video_health set lane = coalesce(new.source_id, ''), next_check_at = null, awaits_decision = false
    where video_id = new.id;
  end if;
  return null;
end $$;
create trigger video_health_follows after update of status, hidden_reason, kind, source_id on videos for each row
  when ((old.status, old.hidden_reason, old.kind, old.source_id)
        is distinct from (new.status, new.hidden_reason, new.kind, new.source_id))
  execute function video_health_follows();
create trigger video_health_begins after insert on videos for each row
  when (new.status = 'published' and new.kind <> 'hosted') execute function video_health_follows();


-- ---------------------------------------------------------------------------------------------------------------------
-- Media jobs  (upkeep/media-jobs)

-- One step over all videos, or over those of a source, queued in batches.
create table media_reruns (
  id bigint generated always as identity primary key,
  step text not null check (step in ('film', 'pictures', 'renditions', 'playlists')),
  -- Null is all.
  source_id text references video_sources (id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'completed', 'stopped')),
  -- The last video that was counted, and the last that was queued.
  counted_to text not null default '',
  queued_to text not null default '',
  counted_all boolean not null default false,
  queued_all boolean not null default false,
  -- The number of videos: those counted so far, or once all are queued, those that were.
  total bigint not null default 0,
  queued bigint not null default 0,
  done bigint not null default 0,
  failed bigint not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index media_reruns_running on media_reruns (id) where state = 'running';

-- One row per video and step: the last request, and its outcome.
create table media_jobs (
  id text primary key default gen_random_uuid()::text,
  video_id text not null references videos (id) on delete cascade,
  step text not null check (step in ('film', 'pictures', 'renditions', 'playlists')),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  -- Why it failed, or what is wrong while it is retried; of a completed one, what could not be made.
  error text,
  -- Higher is served first, and among equals what was asked for first.
  priority smallint not null default 0 check (priority between -100 and 100),
  position bigint generated by default as identity,
  -- Failed attempts, and workers that died, since it was last asked for.
  attempts integer not null default 0,
  deaths integer not null default 0,
  -- Pending: not before then; null means now.
  run_at timestamptz,
  -- How often it was leased: the holder's token.
  leases integer not null default 0,
  leased_until timestamptz,
  rerun_id bigint references media_reruns (id) on delete set null,
  -- Asked for while it was running: run it once more then, for that re-run.
  again boolean not null default false,
  again_rerun_id bigint references media_reruns (id) on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  error_class text check (error_class ~ '^[a-z0-9_]{1,40}$'),
  -- Cancelled: status failed, but no failure.
  cancelled_at timestamptz,
  -- The video's source when the row was made.
  source_id text,
  unique (video_id, step)
) with (fillfactor = 85);
create unique index media_jobs_latest on media_jobs (position desc);
create index media_jobs_by_status on media_jobs (status, position desc);
create index media_jobs_by_step on media_jobs (step, position desc);
create index media_jobs_by_step_and_status on media_jobs (step, status, position desc);
create index media_jobs_ready on media_jobs (priority desc, position) where status = 'pending' and run_at is null;
create index media_jobs_waiting on media_jobs (run_at) where status = 'pending' and run_at is not null;

-- Not by the end of the lease, so that renewals stay cheap.
create index media_jobs_processing on media_jobs (video_id) where status = 'processing';
create index media_jobs_for_rerun_later on media_jobs (again_rerun_id) where again_rerun_id is not null;
create index media_jobs_with_problem on media_jobs (video_id)
  where error is not null and status in ('completed', 'failed');
create index media_jobs_of_source on media_jobs (source_id, status, step, (-position)) where source_id is not null;
create index media_jobs_of_rerun on media_jobs (rerun_id, status, step, (-position)) where rerun_id is not null;
create index media_jobs_failed on media_jobs (error_class, step, (-position)) where status = 'failed';
create index media_jobs_failed_of_source on media_jobs (source_id, error_class, step, (-position))
  where status = 'failed' and source_id is not null;
create index media_jobs_failed_of_rerun on media_jobs (rerun_id, error_class, step, (-position))
  where status = 'failed' and rerun_id is not null;

-- How many media jobs have each status: those of media_job_counts and the changes not yet folded into them. Changes
-- are only added, so that no writer waits for another.
create table media_job_counts (
  status text primary key,
  jobs bigint not null
) with (fillfactor = 50);

create table media_job_changes (
  status text not null,
  jobs bigint not null
);

-- A job that ends is counted for its re-run; one that is deleted before it ended was never part of it.
create function media_jobs_ended() returns trigger language plpgsql as $$
begin
  update media_reruns set done = done + (new.status = 'completed')::int, failed = failed + (new.status = 'failed')::int
  where id = new.rerun_id;
  return null;
end $$;
create trigger media_jobs_ended after update of status on media_jobs for each row
  when (old.status in ('pending', 'processing') and new.status in ('completed', 'failed') and new.rerun_id is not null)
  execute function media_jobs_ended();

create function media_jobs_deleted() returns trigger language plpgsql as $$
begin
  update media_reruns r set queued = queued - 1, total = total - 1
  where (r.id = old.rerun_id and old.status in ('pending', 'processing')) or r.id = old.again_rerun_id;
  return null;
end $$;
create trigger media_jobs_deleted after delete on media_jobs for each row
  when (old.rerun_id is not null or old.again_rerun_id is not null) execute function media_jobs_deleted();

-- Asks for a step of each of these videos: a pending job stays pending, a running one runs once more afterwards. A
-- job that starts again loses its error class and cancellation. Returns the rows.
create function queue_media_jobs(ids text[], wanted_step text, wanted_priority integer, wanted_rerun bigint)
returns setof media_jobs language sql as $$
  insert into media_jobs as j (video_id, step, priority, rerun_id)
  select distinct id, wanted_step, wanted_priority, wanted_rerun from unnest(ids) as id order by id
  on conflict (video_id, step) do update set
    status = case j.status when 'processing' then 'processing' else 'pending' end,
    priority = case j.status when 'pending' then greatest(j.priority, excluded.priority) else excluded.priority end,
    again = j.again or j.status = 'processing',
    again_rerun_id = case j.status when 'processing' then coalesce(excluded.rerun_id, j.again_rerun_id)
                                   else j.again_rerun_id end,
    rerun_id = case j.status when 'processing' then j.rerun_id
                             when 'pending' then coalesce(excluded.rerun_id, j.rerun_id)
                             else excluded.rerun_id end,
    position = case when j.status in ('pending', 'processing') then j.position else excluded.position end,
    progress = case j.status when 'processing' then j.progress else 0 end,
    error = case j.status when 'processing' then j.error end,
    error_class = case j.status when 'processing' then j.error_class end,
    attempts = case j.status when 'processing' then j.attempts else 0 end,
    deaths = case j.status when 'processing' then j.deaths else 0 end,
    run_at = null,
    completed_at = null,
    cancelled_at = null
  returning *;
$$;

-- Leases the next job: one step of a video at a time.
create function claim_media_job(lease interval) returns setof media_jobs language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  return query
    update media_jobs
    set status = 'processing', leases = leases + 1, leased_until = now() + lease, progress = 0, started_at = now()
    where id = (select m.id from media_jobs m
                where m.status = 'pending' and m.run_at is null
                  and not exists (select from media_jobs o where o.video_id = m.video_id and o.status = 'processing')
                order by m.priority desc, m.position limit 1 for update skip locked)
    returning *;
end $$;

-- Puts back jobs whose lease has lapsed, and readies those whose pause is over.
create function return_media_jobs(most integer) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  update media_jobs set status = 'pending', deaths = deaths + 1 where id in
    (select id from media_jobs where status = 'processing' and leased_until < now()
     limit most for update skip locked);
  update media_jobs set run_at = null where id in
    (select id from media_jobs where status = 'pending' and run_at <= now()
     order by run_at limit most for update skip locked);
end $$;

create function media_job_source() returns trigger language plpgsql as $$
begin
  new.source_id := (select source_id from videos where id = new.video_id);
  return new;
end $$;
create trigger media_job_source before insert on media_jobs for each row execute function media_job_source();

create view media_job_totals as
  select status, sum(jobs)::bigint as jobs
  from (select status, jobs from media_job_counts union all select status, jobs from media_job_changes) as parts
  group by status;

-- One process folds at a time; others return, and the changes wait for the next fold.
create function fold_media_job_changes() returns void
language plpgsql as $$
begin
  if not exists (select from media_job_changes) then return; end if;
  if not pg_try_advisory_xact_lock(7305686) then return; end if;
  with taken as (delete from media_job_changes returning status, jobs)
  insert into media_job_counts (status, jobs) select status, sum(jobs) from taken group by 1 order by 1
  on conflict (status) do update set jobs = media_job_counts.jobs + excluded.jobs;
end $$;

create function media_jobs_inserted() returns trigger language plpgsql as $$
begin
  insert into media_job_changes (status, jobs) select status, count(*) from new_jobs group by 1;
  return null;
end $$;
create trigger media_jobs_inserted after insert on media_jobs
  referencing new table as new_jobs for each statement execute function media_jobs_inserted();

create function media_jobs_gone() returns trigger language plpgsql as $$
begin
  insert into media_job_changes (status, jobs) select status, -count(*) from old_jobs group by 1;
  return null;
end $$;
create trigger media_jobs_gone after delete on media_jobs
  referencing old table as old_jobs for each statement execute function media_jobs_gone();


-- ---------------------------------------------------------------------------------------------------------------------
-- Timelines of jobs  (upkeep/job-timelines)

-- What happened to a download or a media job, written with the change itself. No foreign keys: ids of both tables
-- are here, and the events of a deleted job go when they are old.
create table job_events (
  id bigint generated always as identity,
  job_id text not null,
  at timestamptz not null default clock_timestamp(),
  -- started, step, error, paused, lapsed, given_back, reset, requeued, asked_again, moved_up, cancelled, failed or
  -- completed (contract/src/calls/jobs.ts).
  kind text not null,
  -- The lease it belongs to.
  lease integer not null,
  step text,
  error_class text,
  detail text,
  -- When it is retried.
  next_try_at timestamptz,
  primary key (job_id, id)
);

-- A step is recorded once per lease, however often it is reported.
create unique index job_events_one_step_a_lease on job_events (job_id, lease, step) where kind = 'step';
create index job_events_by_age on job_events (at);

-- A job may be postponed for ever: its last hundred events are kept, trimmed when it is leased, not with each event.
create function forget_first_job_events(job text) returns void
language plpgsql set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  delete from job_events where job_id = job and id <
    (select e.id from job_events e where e.job_id = job order by e.id desc offset 99 limit 1);
end $$;

-- What an update of a download's status means. A lease given back is counted (`returns`), a lapsed one is not;
-- resetting clears its time.
create function download_changed() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, kind, lease, step, error_class, detail, next_try_at)
  values (
    new.id,
    case when new.status = 'processing' then 'started'
         when new.status = 'completed' then 'completed'
         when new.status = 'failed' then case when new.cancelled_at is null then 'failed' else 'cancelled' end
         when old.status <> 'processing' then 'requeued'
         when new.attempts > old.attempts then 'error'
         when new.returns = old.returns then 'lapsed'
         when new.run_at is not null then 'paused'
         when old.leased_until is not null and new.leased_until is null then 'reset'
         else 'given_back' end,
    new.leases,
    case when new.status = 'failed' then new.step end,
    case when new.status = 'failed' or new.run_at is not null then new.error_class end,
    case when new.status = 'failed' or new.run_at is not null then new.error end,
    case when new.status = 'pending' then new.run_at end);
  if new.status = 'processing' then perform forget_first_job_events(new.id); end if;
  return null;
end $$;
create trigger download_changed after update of status on download_jobs for each row
  when (old.status <> new.status) execute function download_changed();

create function download_moved_up() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, kind, lease) values (new.id, 'moved_up', new.leases);
  return null;
end $$;
create trigger download_moved_up after update of priority on download_jobs for each row
  when (old.status = 'pending' and new.status = 'pending' and new.priority > old.priority)
  execute function download_moved_up();

create function media_job_changed() returns trigger language plpgsql as $$
begin
  insert into media_job_changes (status, jobs) values (old.status, -1), (new.status, 1);
  insert into job_events (job_id, kind, lease, error_class, detail, next_try_at)
  values (
    new.id,
    case when new.status = 'processing' then 'started'
         when new.status = 'completed' then 'completed'
         when new.status = 'failed' then case when new.cancelled_at is null then 'failed' else 'cancelled' end
         when old.status <> 'processing' then 'requeued'
         when new.attempts > old.attempts then 'error'
         when new.deaths > old.deaths then 'lapsed'
         when new.run_at is not null then 'paused'
         else 'given_back' end,
    new.leases,
    case when new.status = 'failed' or new.attempts > old.attempts then new.error_class end,
    case when new.status in ('failed', 'completed') or new.attempts > old.attempts then new.error end,
    case when new.status = 'pending' then new.run_at end);
  if new.status = 'processing' then perform forget_first_job_events(new.id); end if;
  return null;
end $$;
create trigger media_job_changed after update of status on media_jobs for each row
  when (old.status <> new.status) execute function media_job_changed();

create function media_job_noted() returns trigger language plpgsql as $$
begin
  insert into job_events (job_id, kind, lease)
  values (new.id, case when new.status = 'processing' then 'asked_again' else 'moved_up' end, new.leases);
  return null;
end $$;
create trigger media_job_noted after update of again, priority on media_jobs for each row
  when (old.status = new.status
        and (new.again and not old.again or new.status = 'pending' and new.priority > old.priority))
  execute function media_job_noted();


-- ---------------------------------------------------------------------------------------------------------------------
-- Acts on videos  (desk/catalogue)

-- One act of an administrator on one video or many. A worker does it in batches; each commits its count and position
-- in one transaction.
create table bulk_acts (
  id bigint generated always as identity primary key,
  act text not null
    check (act in ('hide', 'publish', 'remove', 'delete', 'set_category', 'add_tags', 'remove_tags', 'undo')),
  -- What the act needs: { "reason": text, "category": name, "tags": [] }.
  change jsonb not null default '{}' check (jsonb_typeof(change) = 'object'),
  -- Which videos: those of a filter (contract, VideoFilter), these ids, or those that another act has changed.
  filter jsonb check (jsonb_typeof(filter) = 'object'),
  video_ids text[],
  undo_of bigint references bulk_acts (id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'completed', 'stopped')),
  -- How many there are, as counted when it was ordered.
  expected integer not null,
  expected_is_capped boolean not null default false,
  -- The last video done, by the key of the lists; of an undo, its id.
  cursor text not null,
  done integer not null default 0,
  -- How many were skipped, by reason: { "taken_down": 3 }.
  skipped jsonb not null default '{}',
  ordered_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (num_nonnulls(filter, video_ids, undo_of) = 1)
);
create index bulk_acts_running on bulk_acts (id) where state = 'running';
create index bulk_acts_by_undone on bulk_acts (undo_of) where undo_of is not null;
create index bulk_acts_by_age on bulk_acts (created_at);

-- What an act changed of a video, kept while it can be undone. The video may be gone by then.
create table bulk_act_items (
  bulk_act_id bigint not null references bulk_acts (id) on delete cascade,
  video_id text not null,
  before jsonb not null,
  after jsonb not null,
  primary key (bulk_act_id, video_id)
);


-- ---------------------------------------------------------------------------------------------------------------------
-- Clearing the library  (desk/clearing)

-- Clearings, and how far the cleared rows have been deleted, in the order of their ids.
create table clearings (
  -- Everything before this generation goes.
  generation integer primary key,
  videos bigint not null,
  ordered_by text not null,
  cursor text not null default '',
  deleted integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index clearings_open on clearings (generation) where finished_at is null;


-- ---------------------------------------------------------------------------------------------------------------------
-- Duplicates  (desk/duplicates)

create table duplicate_decisions (
  id bigint generated always as identity primary key,
  -- The newcomer: the download, its address and title, and its video if it was published.
  job_id text references download_jobs (id) on delete set null,
  source_url text not null,
  source_url_hash bytea not null check (octet_length(source_url_hash) = 32),
  title text not null,
  video_id text references videos (id) on delete set null,
  -- The video that it duplicates.
  existing_video_id text references videos (id) on delete set null,
  test text not null check (test in ('address', 'external_id', 'likeness', 'content')),
  reason text not null,
  -- Suspected waits for an administrator; skipped was never published.
  outcome text not null check (outcome in ('suspected', 'skipped', 'kept', 'merged')),
  decided_at timestamptz not null default now(),
  -- 'engine', or the administrator.
  decided_by text not null default 'engine' check (decided_by <> '')
);

-- A download that is interrupted and started again makes the same decision again.
create unique index duplicate_decisions_once on duplicate_decisions (job_id, existing_video_id, test);
create index duplicate_decisions_by_outcome on duplicate_decisions (outcome, id);
create index duplicate_decisions_by_address on duplicate_decisions (source_url_hash);
create index duplicate_decisions_by_video on duplicate_decisions (video_id) where video_id is not null;
create index duplicate_decisions_by_existing on duplicate_decisions (existing_video_id);


-- ---------------------------------------------------------------------------------------------------------------------
-- Copyright notices  (desk/takedowns)

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
  responded_at timestamptz,
  -- The site that it was sent to: its mails are sent in that name.
  domain text,
  -- The administrator, by the name at that time.
  decided_by text,
  -- Of an approved one: it took something off, everything was off already, or it names no known video.
  effect text check (effect in ('taken_off', 'was_off', 'no_video')),
  -- Set if it was approved wrongly; the decision stays as it was.
  restored_at timestamptz,
  restored_by text,
  restore_reason text,
  constraint dmca_requests_restored_was_approved check (restored_at is null or status = 'approved')
);
create index dmca_requests_latest on dmca_requests (submitted_at desc, id desc);
create index dmca_requests_by_status on dmca_requests (status, submitted_at desc, id desc);
create index dmca_requests_by_video on dmca_requests (video_id);

-- For a complainant's earlier notices.
create index dmca_requests_by_complainant on dmca_requests (lower(complainant_email), status, submitted_at desc);
alter table blocked_addresses add foreign key (request_id) references dmca_requests (id) on delete cascade;
alter table blocked_external_ids add foreign key (request_id) references dmca_requests (id) on delete cascade;
alter table blocked_contents add foreign key (request_id) references dmca_requests (id) on delete cascade;

-- What an approved notice took off, and each video's status before; several if there were copies.
create table takedown_videos (
  request_id text not null references dmca_requests (id) on delete cascade,
  video_id text not null references videos (id) on delete cascade,
  status_before text not null check (status_before in ('processing', 'published', 'hidden')),
  hidden_reason_before text,
  taken_at timestamptz not null,
  primary key (request_id, video_id)
);
create index takedown_videos_by_video on takedown_videos (video_id);

-- One for each video that an approved notice took off; they outlive source and video.
create table source_strikes (
  id text primary key default gen_random_uuid()::text,
  source_id text references video_sources (id) on delete set null,
  source_name text not null,
  request_id text not null unique references dmca_requests (id) on delete cascade,
  video_id text references videos (id) on delete set null,
  at timestamptz not null,
  state text not null default 'active' check (state in ('active', 'void')),
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  check ((state = 'void') = (voided_at is not null))
);
create index source_strikes_by_source on source_strikes (source_id, at desc, id desc);
create index source_strikes_by_video on source_strikes (video_id) where video_id is not null;

-- Adding or voiding a strike locks the source's row: of two at once the later one counts both.
create function source_strikes_changed() returns trigger language plpgsql as $$
declare
  standing integer;
begin
  if new.source_id is null then return null; end if;
  perform from video_sources where id = new.source_id for no key update;
  select count(*) into standing from source_strikes where source_id = new.source_id and state = 'active';
  update video_sources set strikes = standing where id = new.source_id;
  update video_sources s
  set enabled = false,
      struck_out_at = coalesce(struck_out_at, now()),
      disabled_reason = case
        when standing >= 3 then source_refusal(s.id, s.delivery, s.crawl_delay_ms, clock_timestamp())
        else 'It was disabled after three copyright strikes. Fewer stand against it now, so it can be enabled.' end
  where id = new.source_id and (standing >= 3 or struck_out_at is not null);
  return null;
end $$;
create trigger source_strikes_changed after insert or update of state, source_id on source_strikes
  for each row execute function source_strikes_changed();


-- ---------------------------------------------------------------------------------------------------------------------
-- Statistics: after everything that they count  (site/statistics)

-- Counts by hour that are not yet folded into the buckets. Rows are only added, so that no writer waits for another.
create table stat_changes (
  metric text not null,
  -- The kind: an error class, an outcome. '' if the metric has no kinds.
  label text not null default '',
  hour timestamptz not null default date_bin('1 hour', now(), '2000-01-01 00:00Z'),
  value bigint not null
);

-- Hours and days, in UTC. Counts are summed; of samples (queue, storage) the last one stays.
create table stat_buckets (
  span text not null check (span in ('hour', 'day')),
  starts_at timestamptz not null,
  metric text not null,
  label text not null default '',
  value bigint not null,
  primary key (span, starts_at, metric, label)
) with (fillfactor = 70);

-- One process folds at a time; others return, and the changes wait for the next fold.
create function fold_stat_changes() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7305692) then return; end if;
  with taken as (delete from stat_changes returning metric, label, hour, value)
  insert into stat_buckets (span, starts_at, metric, label, value)
  select span, case span when 'hour' then hour else date_bin('1 day', hour, '2000-01-01 00:00Z') end,
    metric, label, sum(value)
  from taken, (values ('hour'), ('day')) as spans (span)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (span, starts_at, metric, label) do update set value = stat_buckets.value + excluded.value;
end $$;

-- Samples the counters for this hour and this day: the last sample stays.
create function sample_statistics() returns void language sql as $$
  insert into stat_buckets (span, starts_at, metric, label, value)
  select span, date_bin(('1 ' || span)::interval, now(), '2000-01-01 00:00Z'), metric, label, value
  from (select 'queue_length' as metric, status as label, jobs as value
        from download_totals where status in ('pending', 'processing')
        union all select 'storage_bytes', purpose, sum(bytes)::bigint from storage_totals group by purpose) as sample,
    (values ('hour'), ('day')) as spans (span)
  order by 1, 2, 3, 4
  on conflict (span, starts_at, metric, label) do update set value = excluded.value;
$$;

create function stat_videos_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_changes (metric, label, value)
  select 'videos_added', 'new', count(*) from new_videos where status = 'published' having count(*) > 0;
  return null;
end $$;
create trigger stat_videos_inserted after insert on videos
  referencing new table as new_videos for each statement execute function stat_videos_inserted();

-- Cleared videos were counted when they were cleared (desk/clearing), though their rows are deleted later.
create function stat_videos_deleted() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  insert into stat_changes (metric, label, value)
  select 'videos_removed', 'deleted', count(*) from old_videos
  where status = 'published' and generation = present having count(*) > 0;
  return null;
end $$;
create trigger stat_videos_deleted after delete on videos
  referencing old table as old_videos for each statement execute function stat_videos_deleted();

-- By row and for this column only, so that counting views does not fire it. A video that already has a publication
-- date was public before: it is shown again, and not new.
create function stat_video_moved() returns trigger language plpgsql as $$
begin
  insert into stat_changes (metric, label, value)
  select case new.status when 'published' then 'videos_added' else 'videos_removed' end,
    case when new.status <> 'published' then new.status when old.published_at is null then 'new' else 'again' end, 1;
  return null;
end $$;
create trigger stat_video_moved after update of status on videos for each row
  when ((old.status = 'published') <> (new.status = 'published')) execute function stat_video_moved();

-- Before and after are compared as sets, never joined: a plan made for one row must do for thousands.
-- Going back into the queue subtracts nothing: it had ended, and ends once more.
create function stat_downloads_updated() returns trigger language plpgsql as $$
begin
  insert into stat_changes (metric, label, value)
  select metric, label, sum(sign)
  from (select download_state(status, error_class, cancelled_at) as state, error_class, crawler_run_id, -1 as sign
        from old_jobs
        union all
        select download_state(status, error_class, cancelled_at), error_class, crawler_run_id, 1
        from new_jobs) as job,
    lateral (select 'downloads_completed' as metric, '' as label where job.state = 'completed'
             union all select 'crawler_added', '' where job.state = 'completed' and job.crawler_run_id is not null
             union all select 'downloads_failed', coalesce(job.error_class, 'unexpected') where job.state = 'failed'
             union all select 'downloads_left_out', job.error_class where job.state = 'left_out') as counted
  group by 1, 2 having sum(sign) > 0;
  return null;
end $$;
create trigger stat_downloads_updated after update on download_jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function stat_downloads_updated();

select sample_statistics();


-- ---------------------------------------------------------------------------------------------------------------------
-- Live updates: which table has changed  (site/live)

-- Notifies which table changed, once the change is committed; once per table and transaction. A statement that met no
-- row notifies nothing: workers poll with such statements all the time.
create function tell_change() returns trigger language plpgsql as $$
begin
  if exists (select from changed_rows) then perform pg_notify('vesper_changes', tg_table_name); end if;
  return null;
end $$;

do $$
declare
  told text;
begin
  foreach told in array array[
    'catalogue_totals', 'stat_buckets', 'categories', 'download_jobs', 'media_jobs', 'media_reruns',
    'crawler_runs', 'crawler_problems', 'crawler_run_counts', 'video_sources', 'source_permissions',
    'duplicate_decisions', 'dmca_requests', 'source_strikes', 'keywords', 'languages', 'translation_runs',
    'category_rules', 'tag_rules', 'topic_moves', 'bulk_acts', 'clearings', 'domains', 'administrators',
    'admin_sessions', 'passkeys', 'totp_secrets', 'personal_tokens', 'audit_log']
  loop
    continue when to_regclass(told) is null;
    execute format('create trigger tell_insert after insert on %I referencing new table as changed_rows
                    for each statement execute function tell_change()', told);
    execute format('create trigger tell_update after update on %I referencing new table as changed_rows
                    for each statement execute function tell_change()', told);
    execute format('create trigger tell_delete after delete on %I referencing old table as changed_rows
                    for each statement execute function tell_change()', told);
  end loop;
end $$;

-- Videos notify by column: their views change every two seconds, and catalogue_totals with them.
create function tell_videos() returns trigger language plpgsql as $$
begin
  perform pg_notify('vesper_changes', 'videos');
  return null;
end $$;
create trigger tell_videos after insert or delete or update of
    title, description, tags, category, status, hidden_reason, kind, duration, video_url, thumbnail_url, published_at
  on videos for each statement execute function tell_videos();


-- ---------------------------------------------------------------------------------------------------------------------
-- The queue  (kernel/jobs)

-- The site creates the queue's tables in it.
create schema if not exists jobs;
