-- What administrators have changed of the settings, as it would be written in the environment, which comes before it.
-- A row whose value is null is back at its default, and stays for its version.
create table settings (
  name text primary key,
  value text,
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null
);
create trigger tell_insert after insert on settings referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on settings referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_delete after delete on settings referencing old table as changed_rows
  for each statement execute function tell_change();
