-- Until then a mail that was taken up is in one worker's hands; null while it is in nobody's.
alter table mail_outbox add column leased_until timestamptz;
