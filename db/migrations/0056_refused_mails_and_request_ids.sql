-- The mail server answered and did not take this mail: then it is not the server that is away.
alter table mail_outbox add column is_refused boolean not null default false;

-- The request that has led to a job, as logs and the proxy name it.
alter table download_jobs add column request_id text
  constraint download_jobs_request_id_check check (request_id ~ '^[[:alnum:]_.:=;+/-]{1,100}$');
