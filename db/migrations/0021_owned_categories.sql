-- The categories whose videos search engines find under a domain  (site/domains)

-- Ids of categories; of a deleted one nothing is meant.
alter table domains add column owned_categories text[] not null default '{}';
