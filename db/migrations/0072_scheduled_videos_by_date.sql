-- works with: 1.0.0
create index concurrently videos_scheduled on videos (published_at) where hidden_reason = 'scheduled';
