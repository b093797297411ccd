-- works with: 1.0.0
-- contracts: video_sources (video_sources_kind_check)

-- The formats of sources are the contract's (SOURCE_KINDS): a new one needs no migration, as with kinds of cases.
alter table video_sources drop constraint video_sources_kind_check;
alter table video_sources add constraint video_sources_kind_check check (kind <> '') not valid;
alter table video_sources validate constraint video_sources_kind_check;
