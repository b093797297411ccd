-- Of two who change a source at once, the second is told: whoever saves says which version was read.
alter table video_sources add column version integer not null default 1;
