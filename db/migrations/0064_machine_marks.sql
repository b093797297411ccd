-- works with: 1.0.0
-- What all machines of the site must agree in, by name: fingerprints of keys, and settings as they are written.
create table machine_marks (
  name text primary key,
  mark text not null
);
