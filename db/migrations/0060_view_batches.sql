-- works with: 1.0.0
-- The last batch of views that each process has written: one whose commit was not heard of is not added twice.
create table view_batches (
  writer uuid primary key,
  number integer not null,
  written_at timestamptz not null
);
