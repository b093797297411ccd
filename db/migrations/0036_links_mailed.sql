-- When a case's sender was mailed the link that confirms the mailbox  (desk/cases)

-- Null if no mail was sent: the mailbox has had its share.
alter table cases add column linked_at timestamptz;
update cases c set linked_at = m.created_at
from (select case_id, max(created_at) as created_at from mail_outbox
  where kind = 'notice-receipt' and case_id is not null group by case_id) m
where m.case_id = c.id;
