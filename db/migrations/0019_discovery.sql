-- Whether robots.txt lets crawlers in that gather material to train AI models.
alter table domains add column discovery_ai_training boolean not null default false;
