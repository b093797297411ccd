-- Where visitors reach a domain  (site/domains)

-- https://host or https://host:port, of the domain's own name; null for scheme and port of each request.
alter table domains add column address text check (address ~ '^https?://[^/]+$');
