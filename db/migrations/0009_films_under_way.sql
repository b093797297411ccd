-- What begins a film is known before its end: so another transfer of the same film can wait for it.
alter table known_films drop constraint known_films_check;
alter table known_films add constraint known_films_check
  check (num_nulls(size_bytes, first_sha256) in (0, 2) and (last_sha256 is null or size_bytes is not null));
