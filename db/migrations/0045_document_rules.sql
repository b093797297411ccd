-- By which rules of the program a document was made: those of former ones are made again while the site runs.
alter table video_search add column rules smallint not null default 0;
create index video_search_former on video_search (video_id) where rules < 1;
