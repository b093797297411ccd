-- What identifies persons is sealed  (desk/cases, desk/takedowns)

-- A key of the case's own, sealed with the key of `key_name`: only this is written anew when that key is changed.
alter table cases add column sealed_key bytea,
  add constraint cases_key check (sealed_key is null or key_name is not null),
  -- The last of its papers that the audit log tells of.
  add column told_paper bigint not null default 0,
  -- As in the specification, section 4.
  add column verdict text not null generated always as (case
    when state in ('unconfirmed', 'open', 'incomplete') then 'pending'
    when state in ('denied', 'withdrawn') then 'denied'
    else 'approved' end) stored;

drop index cases_of_mailbox, cases_of_key;
create index cases_of_mailbox on cases (mailbox_mac, verdict, received_at desc);
create index cases_of_key on cases (key_name, id) where key_name is not null;
drop index dmca_requests_by_complainant;

create or replace function cases_to_requests() returns trigger language plpgsql as $$
begin
  update dmca_requests set status = new.verdict,
    responded_at = new.decided_at, decided_by = new.decided_by, effect = new.outcome,
    restored_at = new.restored_at, restored_by = new.restored_by
  where id = new.id;
  return null;
end $$;
