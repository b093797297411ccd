-- What needs a person, since when, and what has been told of it; and what is still to be posted to a webhook.
create table alerts (
  id bigint primary key generated always as identity,
  key text not null check (key <> ''),
  severity text not null check (severity in ('urgent', 'warning')),
  sentence text not null,
  todo text not null,
  since timestamptz not null,
  told_at timestamptz,
  ended_at timestamptz,
  end_told_at timestamptz,
  check (end_told_at is null or (told_at is not null and ended_at is not null))
);
create unique index alerts_open on alerts (key) where ended_at is null;
create index alerts_past on alerts (ended_at) where ended_at is not null;
create trigger tell_insert after insert on alerts referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on alerts referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_delete after delete on alerts referencing old table as changed_rows
  for each statement execute function tell_change();

create table alert_posts (
  id bigint primary key generated always as identity,
  body jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null
);

-- What a worker measures of itself, for /metrics; not jsonb, which would reorder labels.
alter table workers add column figures json not null default '[]';
