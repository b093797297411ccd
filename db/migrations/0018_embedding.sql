-- Who may show the player  (site/domains)

-- Whose pages may frame a domain's player: everyone's, those of the listed hosts, or nobody's but its own.
alter table domains
  add column embed_sites text not null default 'everyone' check (embed_sites in ('everyone', 'listed', 'nobody')),
  add column embed_hosts text[] not null default '{}';
