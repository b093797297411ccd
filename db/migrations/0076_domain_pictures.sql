-- works with: 1.0.0
-- Logos and icons of domains as small WebP files: backups have them, and every machine can serve them.
create table domain_pictures (
  domain_id text not null references domains on delete cascade,
  kind text not null check (kind in ('logo', 'icon')),
  bytes bytea not null check (octet_length(bytes) between 1 and 102400),
  hash text not null,
  width integer not null,
  height integer not null,
  primary key (domain_id, kind)
);
create trigger tell_change after insert or update or delete on domain_pictures for each row execute function tell_row();
