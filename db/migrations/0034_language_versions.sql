-- Of two who change a language at once, the second is told: whoever saves says which version was read.
alter table languages add column version integer not null default 1;
