-- How the disks of a worker's machine stood at its last beat, for those who look from elsewhere.
alter table workers add disks jsonb not null default '[]';
