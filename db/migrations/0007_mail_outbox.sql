-- Mail that is to be sent: a row is put in together with whatever it is about, and sent by the worker.
create table mail_outbox (
  id text primary key default gen_random_uuid()::text,
  kind text not null,
  -- In whose name: the host name stands behind the sender and in the Message-ID.
  domain text not null,
  from_name text not null,
  reply_to text,
  to_address text not null check (to_address !~ '[[:cntrl:][:space:]]'),
  -- The address without what its owner may vary (case, dots, "+tag"): limits count by it.
  mailbox text not null,
  subject text not null check (subject !~ '[[:cntrl:]]'),
  -- Emptied once the mail is sent.
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  -- Tries that met an error.
  attempts integer not null default 0,
  -- How often it was taken up: its holder's token.
  leases integer not null default 0,
  error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_outbox_due on mail_outbox (next_attempt_at, id) where status = 'waiting';
create index mail_outbox_open on mail_outbox (status, created_at desc) where status <> 'sent';
create index mail_outbox_sent on mail_outbox (sent_at) where status = 'sent';
create index mail_outbox_by_mailbox on mail_outbox (mailbox, kind, created_at);
