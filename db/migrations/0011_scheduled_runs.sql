-- The moment of the schedule that a run answers: however many workers, and however often one dies over it, once.
alter table crawler_runs add column scheduled_for timestamptz;
create unique index crawler_runs_once_a_schedule on crawler_runs (scheduled_for) where scheduled_for is not null;
