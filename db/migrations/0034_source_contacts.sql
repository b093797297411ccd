-- The mailbox that hears when videos of a source are taken off because of a notice, and when they come back.
alter table video_sources add column contact_email text;
