-- Whose player shows an embedded video, and by what id: the page builds the player's address from these two and
-- the setting EMBED_PROVIDERS. Null where no provider of the setting has the player; embed_url is then only a link.
alter table videos
  add column embed_provider text check (embed_provider <> ''),
  add column embed_id text check (embed_id <> ''),
  add constraint videos_embed_provider_has_id check ((embed_provider is null) = (embed_id is null));
-- After the setting has changed, the embedded videos are gone through in pages.
create index videos_embedded on videos (id) where kind = 'embed';
