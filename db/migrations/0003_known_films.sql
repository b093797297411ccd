-- The films of hosted videos as their sources gave them: one that is here already is recognised before its transfer.
create table known_films (
  video_id text primary key references videos (id) on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- Null for one that came in pieces.
  size_bytes bigint check (size_bytes > 0),
  -- Of 64 KiB at either end.
  first_sha256 bytea check (octet_length(first_sha256) = 32),
  last_sha256 bytea check (octet_length(last_sha256) = 32),
  check (num_nulls(size_bytes, first_sha256, last_sha256) in (0, 3))
);
create index known_films_by_address on known_films (address_hash);
create index known_films_by_size on known_films (size_bytes, first_sha256) where size_bytes is not null;
