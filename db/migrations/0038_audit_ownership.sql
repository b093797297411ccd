-- The audit log may belong to another role than the site's, which then may only add to it and read
-- (docs/decisions/0036-database-roles.md): the list of acts and the end of the chain are kept with the owner's rights.

create or replace function audit_log_to_acts() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.audit_acts as a (seq, ended_seq, actor_name, action, subject, outcome)
  values (new.act, case new.phase when 'ended' then new.seq end, new.actor_name, new.action, new.subject, new.outcome)
  on conflict (seq) do update
    set ended_seq = excluded.ended_seq, outcome = excluded.outcome, subject = coalesce(excluded.subject, a.subject);
  return null;
end $$;

-- Whoever appends names the end it follows; nothing else moves it.
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

-- The queue's tables are made in it by the site.
create schema if not exists jobs;
