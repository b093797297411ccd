-- Of two who change a domain at once, the second is told: whoever saves says which version was read.
alter table domains add column version integer not null default 1;
