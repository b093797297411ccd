-- Cases: what notices of every kind are made of  (desk/cases)

create table cases (
  -- Its number everywhere; that of a copyright notice is its Request ID.
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind <> ''),
  state text not null check (state in ('unconfirmed', 'open', 'incomplete', 'approved', 'denied', 'countered',
    'restoring', 'litigation', 'restored', 'withdrawn')),
  -- It waits for a decision.
  is_open boolean not null generated always as (state in ('unconfirmed', 'open', 'incomplete')) stored,
  -- The host name of the site that received it.
  domain text,
  -- Of a counter-notice: the case that it answers.
  about_case_id text references cases (id),
  received_at timestamptz not null,
  confirmed_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  -- Of an approval.
  outcome text check (outcome in ('taken_off', 'was_off', 'no_video')),
  ground text,
  category text,
  restored_at timestamptz,
  restored_by text,
  -- Its videos were hidden before a decision.
  hidden_at timestamptz,
  -- When the first of its running clocks ends.
  due_at timestamptz,
  -- The order of the queue; the higher comes first.
  rank integer not null default 0,
  -- The key that what identifies persons is sealed with; its file lies in DATA_DIR/case-keys.
  key_name text,
  -- Null while its texts are in clear, from before there were keys.
  sealed_at timestamptz,
  initials text not null default '',
  mailbox_mac bytea,
  content_mac bytea,
  network_mac bytea,
  -- Of the links in its mails: to the private page, and to confirm the mailbox.
  token_hash bytea unique,
  confirm_hash bytea unique,
  -- The elements of the law that its sender was asked for.
  asked text[] not null default '{}',
  -- Nothing of it is forgotten meanwhile.
  held_at timestamptz,
  closed_at timestamptz,
  erased_at timestamptz,
  constraint cases_restored check ((state = 'restored') = (restored_at is not null)),
  constraint cases_decided check (not is_open or decided_at is null)
);
create index cases_queue on cases (rank desc, received_at, id) where is_open;
create index cases_due on cases (due_at, id) where due_at is not null;
create index cases_latest on cases (received_at desc, id desc);
create index cases_of_kind on cases (kind, state, received_at desc, id desc);
create index cases_of_mailbox on cases (mailbox_mac, received_at desc);
create index cases_of_content on cases (content_mac, received_at);
create index cases_of_network on cases (network_mac, received_at);
create index cases_about on cases (about_case_id) where about_case_id is not null;
create index cases_of_key on cases (key_name) where erased_at is null;
create index cases_in_clear on cases (id) where sealed_at is null and erased_at is null;

-- What a case names, in the order of the notice.
create table case_targets (
  case_id text not null references cases (id),
  position integer not null,
  video_id text references videos (id) on delete set null,
  shape text not null check (shape in ('page', 'keyword', 'media', 'embed', 'given', 'merged', 'other')),
  -- The address as it was written; null once it is erased.
  sealed bytea,
  primary key (case_id, position)
);
create index case_targets_by_video on case_targets (video_id) where video_id is not null;

-- What was written in a case: submissions, notes, reasons, mails.
create table case_papers (
  id bigint primary key generated always as identity,
  case_id text not null references cases (id),
  at timestamptz not null,
  -- An administrator; null for the sender and for the site.
  by text,
  what text not null check (what <> ''),
  -- Null once it is erased.
  sealed bytea,
  -- SHA-256 of a random salt, which is sealed with the text, and the text: the audit log holds this one only.
  digest bytea not null check (octet_length(digest) = 32)
);
create index case_papers_of_case on case_papers (case_id, id);

create table case_clocks (
  case_id text not null references cases (id),
  name text not null,
  started_at timestamptz not null,
  due_at timestamptz not null,
  -- The next alarm before that.
  alarm_at timestamptz,
  alarmed_at timestamptz,
  ended_at timestamptz,
  ending text check (ending in ('fired', 'stopped')),
  primary key (case_id, name),
  constraint case_clocks_ended check ((ended_at is null) = (ending is null))
);
create index case_clocks_next on case_clocks (least(due_at, alarm_at)) where ended_at is null;

insert into cases (id, kind, state, domain, received_at, decided_at, decided_by, outcome, restored_at, restored_by,
  closed_at)
select id, 'copyright',
  case when restored_at is not null then 'restored' when status = 'pending' then 'open' else status end,
  domain, submitted_at, responded_at, decided_by, effect, restored_at, restored_by,
  coalesce(restored_at, case when status = 'denied' then responded_at end)
from dmca_requests;
insert into case_targets (case_id, position, video_id, shape)
select id, 0, video_id, case when video_id is null then 'other' else 'given' end from dmca_requests;
-- As in desk/cases/kinds/copyright.ts.
insert into case_clocks (case_id, name, started_at, due_at, alarm_at)
select id, 'review', received_at, received_at + interval '48 hours', received_at + interval '24 hours' from cases
where state = 'open';
insert into case_clocks (case_id, name, started_at, due_at)
select id, 'counter_term', decided_at, decided_at + interval '180 days' from cases where state = 'approved'
  and decided_at is not null;
update cases set due_at = k.due_at from case_clocks k where k.case_id = cases.id;

alter table dmca_requests alter column id drop default,
  add constraint dmca_requests_id_fkey foreign key (id) references cases (id);

-- The specification's fields follow the case.
create function cases_to_requests() returns trigger language plpgsql as $$
begin
  update dmca_requests set
    status = case when new.is_open then 'pending' when new.state in ('denied', 'withdrawn') then 'denied' else 'approved' end,
    responded_at = new.decided_at, decided_by = new.decided_by, effect = new.outcome,
    restored_at = new.restored_at, restored_by = new.restored_by
  where id = new.id;
  return null;
end $$;
create trigger cases_to_requests
  after update of state, decided_at, decided_by, outcome, restored_at, restored_by on cases
  for each row when (new.kind = 'copyright') execute function cases_to_requests();

create function targets_to_requests() returns trigger language plpgsql as $$
begin
  update dmca_requests set video_id = new.video_id where id = new.case_id;
  return null;
end $$;
create trigger targets_to_requests after update of video_id on case_targets
  for each row when (new.position = 0) execute function targets_to_requests();

-- What was taken off, blocked and counted hangs on the case, and stays when what identifies a person goes.
alter table takedown_videos drop constraint takedown_videos_request_id_fkey;
alter table takedown_videos rename column request_id to case_id;
alter table takedown_videos add foreign key (case_id) references cases (id);

alter table source_strikes drop constraint source_strikes_request_id_fkey,
  drop constraint source_strikes_request_id_key;
alter table source_strikes rename column request_id to case_id;
alter table source_strikes add foreign key (case_id) references cases (id);
-- A case counts once against a source.
create unique index source_strikes_of_case on source_strikes (case_id, source_id);

do $$
declare blocked text;
begin
  foreach blocked in array array['blocked_addresses', 'blocked_contents', 'blocked_external_ids'] loop
    execute format('alter table %I drop constraint %I', blocked, blocked || '_request_id_fkey');
    execute format('alter table %I rename column request_id to case_id', blocked);
    execute format('alter table %I add foreign key (case_id) references cases (id)', blocked);
    execute format('alter index %I rename to %I', blocked || '_of_request', blocked || '_of_case');
  end loop;
end $$;

-- A mail about a case is sealed with its key until it is handed over.
alter table mail_outbox add column case_id text references cases (id), add column sealed bytea;
create index mail_outbox_of_case on mail_outbox (case_id) where case_id is not null;

create trigger tell_insert after insert on cases referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on cases referencing new table as changed_rows
  for each statement execute function tell_change();
