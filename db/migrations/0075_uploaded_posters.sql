-- works with: 1.0.0
-- Whether an administrator uploaded the picture: it is kept when pictures are made again. False without stored files.
alter table videos add column poster_uploaded boolean not null default false;
