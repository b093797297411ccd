-- works with: 1.0.0
-- Copyright notices are kept as cases only. 1.0.0, which may run beside, finds each in dmca_requests, without its texts,
-- which are among the case's papers. With the triggers cases_to_requests and targets_to_requests this one goes as soon as
-- no 1.0.0 can run beside.
create function cases_add_requests() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- 1.0.0 has added its own.
  insert into dmca_requests (id, video_id, complainant_name, complainant_email, complainant_address, copyright_work,
    infringing_url, signature, good_faith_statement, accuracy_statement, submitted_at, domain)
  values (new.id, (select video_id from case_targets where case_id = new.id and position = 0), '', '', '', '', '', '',
    true, true, new.received_at, new.domain)
  on conflict do nothing;
  return null;
end $$;
create constraint trigger cases_add_requests
  after insert on cases deferrable initially deferred
  for each row when (new.kind = 'copyright') execute function cases_add_requests();
-- 1.0.0's pages hear of it by the case.
drop trigger tell_change on dmca_requests;
