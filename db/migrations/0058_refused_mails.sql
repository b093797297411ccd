-- The mail server answered and did not take this mail: then it is not the server that is away.
alter table mail_outbox add column is_refused boolean not null default false;
