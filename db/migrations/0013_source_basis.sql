-- On what basis a source may be used, and that none is used without. A video may be shown in the way it is kept
-- (videos.kind) only while its source has a valid permission for that way.

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
  -- Taken back, or followed by another, before its time. The rest of the record stays as it was granted.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint source_permissions_begin_before_end check (valid_until > valid_from),
  check (evidence is not null or evidence_sha256 is not null)
);
create index source_permissions_by_source on source_permissions (source_id, created_at desc, id);

alter table video_sources
  -- Why it was stopped, for people; null where somebody disabled it by hand.
  add column disabled_reason text,
  -- Its videos are being removed; the source goes with the last of them.
  add column deleting_at timestamptz,
  add constraint video_sources_deleting_is_disabled check (deleting_at is null or not enabled);

create function is_valid(permission source_permissions, moment timestamptz) returns boolean
language sql stable
  return (permission).valid_from <= moment
    and moment < coalesce(least((permission).valid_until, (permission).ended_at), 'infinity');

create function required_scope(delivery text) returns text language sql immutable
  return case delivery when 'hosted' then 'download' when 'remote' then 'hotlink' else 'embed' end;

-- Whether videos of the source may be delivered in that way at that moment.
create function is_covered(of_source text, delivery text, moment timestamptz) returns boolean
language sql stable
  return exists (select from source_permissions p where p.source_id = of_source
                 and required_scope(delivery) = any (p.scope) and is_valid(p, moment));

-- Why the source cannot be enabled, as a sentence; null where it can.
create function source_refusal(of_source text, delivery text, crawl_delay_ms integer, moment timestamptz)
returns text language sql stable
  return case
    when not is_covered(of_source, delivery, moment) then format(
      'No basis that is valid now covers this source: its delivery "%s" needs one with "%s" in its scope.',
      delivery, required_scope(delivery))
    when crawl_delay_ms < 1000 and not exists (
      select from source_permissions p
      where p.source_id = of_source and p.basis = 'own' and is_valid(p, moment))
      then 'A crawl delay under 1,000 milliseconds needs the basis "own".'
  end;

-- Whoever enables a source holds its row, and so does whoever takes its permission away: of two at once the later
-- one sees what the earlier one did.
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

update video_sources s
set enabled = false, disabled_reason = source_refusal(s.id, s.delivery, s.crawl_delay_ms, now())
where s.enabled;

create trigger video_sources_need_basis before insert or update of enabled, delivery, crawl_delay_ms
  on video_sources for each row execute function video_sources_need_basis();
create trigger source_permissions_updated after update on source_permissions
  referencing old table as old_permissions
  for each statement execute function source_permissions_changed();
create trigger source_permissions_deleted after delete on source_permissions
  referencing old table as old_permissions
  for each statement execute function source_permissions_changed();

-- What of a source is public, and what is hidden for want of a basis, is found without its other videos.
drop index videos_by_source;
create index videos_by_source on videos (source_id, status, kind, hidden_reason);
create index download_jobs_open_by_source on download_jobs (source_id) where status in ('pending', 'processing');
