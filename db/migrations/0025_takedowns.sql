-- Takedowns: who decided about a notice and what came of it, what an approved one took off the site and keeps away
-- from it, and the strikes that are counted against sources (docs/decisions/0025-takedowns.md).

alter table dmca_requests
  -- The site that it was sent to: its mails are written in that name. Null of those from before.
  add column domain text,
  -- The administrator, by the name that he had then.
  add column decided_by text,
  -- Of an approved one: it took something off, everything was off already, or it names nothing that is known here.
  add column effect text check (effect in ('taken_off', 'was_off', 'no_video')),
  -- It was approved wrongly: the decision stays, and this stands beside it.
  add column restored_at timestamptz,
  add column restored_by text,
  add column restore_reason text,
  add constraint dmca_requests_restored_was_approved check (restored_at is null or status = 'approved');
-- How often a complainant was believed before.
create index dmca_requests_by_complainant on dmca_requests (lower(complainant_email), status, submitted_at desc);

-- What an approved notice took off, and as what each video stood before: several where copies were here.
create table takedown_videos (
  request_id text not null references dmca_requests (id) on delete cascade,
  video_id text not null references videos (id) on delete cascade,
  status_before text not null check (status_before in ('processing', 'published', 'hidden')),
  hidden_reason_before text,
  taken_at timestamptz not null,
  primary key (request_id, video_id)
);
create index takedown_videos_by_video on takedown_videos (video_id);

-- Of the address that its page gives as its own, where that is another than the one it was brought from.
alter table videos add column canonical_url_hash bytea check (octet_length(canonical_url_hash) = 32);

-- What is never taken in again, by address (0018), by what a source calls it, and by its bytes; each may say which
-- notice it is for.
alter table blocked_addresses add column request_id text references dmca_requests (id) on delete cascade;
create index blocked_addresses_of_request on blocked_addresses (request_id) where request_id is not null;
create table blocked_external_ids (
  source_id text not null references video_sources (id) on delete cascade,
  external_id text not null check (external_id <> ''),
  reason text not null check (reason <> ''),
  request_id text references dmca_requests (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (source_id, external_id)
);
create index blocked_external_ids_of_request on blocked_external_ids (request_id) where request_id is not null;
create table blocked_contents (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  reason text not null check (reason <> ''),
  request_id text references dmca_requests (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index blocked_contents_of_request on blocked_contents (request_id) where request_id is not null;

-- One for each video that an approved notice has met; they outlive the source and the video.
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

alter table video_sources
  -- How many strikes stand against it, kept by a trigger.
  add column strikes integer not null default 0 check (strikes >= 0),
  -- Since when it is disabled because of three of them; enabling it ends that.
  add column struck_out_at timestamptz;

-- As in 0013; and three strikes keep a source disabled, whoever would enable it.
create or replace function source_refusal(of_source text, delivery text, crawl_delay_ms integer, moment timestamptz)
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

create or replace function video_sources_need_basis() returns trigger language plpgsql as $$
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

-- Whoever strikes a source, or takes a strike back, holds its row: of two at once the later one counts both.
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
