-- works with: 1.0.0
-- Whether an administrator uploaded the picture: it is kept when pictures are made again. Null is no: PostgreSQL 15
-- adds no column with a default to a table whose row type a function takes.
alter table videos add column poster_uploaded boolean;
