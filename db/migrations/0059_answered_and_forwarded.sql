-- works with: 1.0.0
-- contracts: transparency_counts (transparency_counts_outcome_check)
-- Requests that were answered, and counter-notices that were forwarded, have taken nothing off: outcomes of their own.
alter table transparency_counts drop constraint transparency_counts_outcome_check;
alter table transparency_counts add constraint transparency_counts_outcome_check check (outcome in (
  'received', 'taken_off', 'was_off', 'no_video', 'answered', 'forwarded', 'denied', 'withdrawn', 'restored', 'waiting'
)) not valid;
alter table transparency_counts validate constraint transparency_counts_outcome_check;
