-- A counter-notice that does not become whole ends after 60 days also where its mailbox is confirmed. Those whose time had
-- run out before there was this rule have it once more from here, as nobody has told their senders.
update case_clocks k
set started_at = now(), due_at = now() + interval '60 days', ended_at = null, ending = null
from cases c
where c.id = k.case_id and k.name = 'lapse' and k.ending = 'fired' and c.kind = 'counter_notice' and c.state = 'incomplete';
