-- The desk's order by clock: what is confirmed, hidden already or should be hidden (by its rank) before everything else.
create index cases_by_clock on cases
  ((rank < 1000000 and hidden_at is null), coalesce(due_at, 'infinity'), (-rank), id) where is_open;
create index cases_by_clock_of_kind on cases
  (kind, (rank < 1000000 and hidden_at is null), coalesce(due_at, 'infinity'), (-rank), id) where is_open;
create index cases_by_state on cases (state, received_at desc, id desc);

-- What has run out while nothing was decided stays due.
update cases c set due_at = (
  select min(due_at) from case_clocks k where k.case_id = c.id and (k.ended_at is null or k.ending = 'fired'))
where is_open and due_at is null;
