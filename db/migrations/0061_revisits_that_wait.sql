-- works with: 1.0.0
-- Since when a page cannot be asked for, again and again: it is not waited for without end.
alter table revisits add column put_off_since timestamptz;
