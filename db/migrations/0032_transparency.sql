-- How many cases there were, as the public report counts them. No row names a person or a case.
create table transparency_counts (
  -- The first day of the quarter in which they were received (UTC).
  quarter date not null,
  kind text not null,
  -- 'received': of all outcomes.
  outcome text not null check (outcome in ('received', 'taken_off', 'was_off', 'no_video', 'denied', 'withdrawn', 'restored',
    'waiting')),
  cases int not null check (cases > 0),
  -- From receipt to decision, of those that were decided.
  median_seconds int,
  counted_at timestamptz not null,
  primary key (quarter, kind, outcome)
);
