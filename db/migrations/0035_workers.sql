-- Which workers live: a row for each, which it renews while it does (docs/decisions/0034-signs-of-life.md).
create table workers (
  id uuid primary key,
  -- The name of its machine, for people.
  host text not null,
  started_at timestamptz not null default now(),
  -- Written by the database's clock and compared with it: machines' clocks may differ. No index holds it, so that a
  -- beat stays in its page.
  beat_at timestamptz not null default now()
) with (fillfactor = 50);
