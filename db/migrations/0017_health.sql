-- The health of videos whose files are not ours: when each is looked at again, what was found, and how long a
-- source's videos last. And passes over the files that are ours.

-- How many of the ages of the survival curve, in days, a span reaches, or (strictly) exceeds; the same ages as
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
  -- Copies from the video. The lane is the source's id, '' without one: sources take turns in being looked at.
  kind text not null check (kind in ('hosted', 'remote', 'embed')),
  lane text not null,
  published_at timestamptz not null,
  state text not null default 'alive' check (state in ('alive', 'suspect', 'gone')),
  -- Null: not looked at any more. Pushed forward while somebody looks; if they die it comes by again.
  next_check_at timestamptz,
  -- How often it was taken up; the number is the holder's token.
  leases integer not null default 0,
  interval_days smallint not null default 1 check (interval_days between 1 and 30),
  checks integer not null default 0,
  -- Since it was last alive. `failing_since` is the first of these failures.
  failures_in_a_row integer not null default 0,
  failing_since timestamptz,
  -- What the last answers say that mean more than an outage, and how many in a row have said it.
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
  -- How many ages of the survival curve it is known to have lived to see; null where it was never seen alive.
  ages_reached smallint generated always as (
    case when kind = 'hosted' then null
         when state = 'gone' then survival_ages(failing_since - published_at, true)
         else survival_ages(last_alive_at - published_at, false) end) stored,
  check (not awaits_decision or (state = 'gone' and gone_at is not null))
) with (fillfactor = 80);
create index video_health_due on video_health (lane, next_check_at) where next_check_at is not null;
create index video_health_awaiting on video_health (gone_at desc, video_id desc) where awaits_decision;

-- How many videos of a lane have reached how many ages, those that are gone apart: the survival curve is read from
-- at most twenty rows.
create table survival_counts (
  lane text not null,
  ages_reached smallint not null,
  is_gone boolean not null,
  n integer not null,
  primary key (lane, ages_reached, is_gone)
) with (fillfactor = 50);

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

-- Whoever publishes, hides or removes a video need not think of its health. Published: looked at from a day after
-- its first publishing on. Hidden because it is gone: waits for a decision. Else: nobody looks.
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

insert into video_health (video_id, kind, lane, published_at, next_check_at)
select id, kind, coalesce(source_id, ''), published_at, greatest(published_at + interval '1 day', now())
from videos where status = 'published' and kind <> 'hosted';

-- A pass over the files of the published hosted videos, in the order of their ids.
create table file_checks (
  id bigint generated always as identity primary key,
  -- The last video that was looked at.
  cursor text not null default '',
  checked integer not null default 0,
  missing integer not null default 0,
  requeued integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- When somebody was told how it ended.
  reported_at timestamptz
);
create unique index file_checks_one_open on file_checks ((true)) where finished_at is null;
