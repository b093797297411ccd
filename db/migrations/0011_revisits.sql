-- Pages of videos that are here, looked at again once they have changed  (intake/revisits)

-- Whether videos of the source take over the words that their pages have now.
alter table video_sources add column follow_words boolean not null default true;

create table revisits (
  video_id text primary key references videos on delete cascade,
  source_id text not null references video_sources on delete cascade,
  -- What the source itself says about the video since the change.
  external_id text,
  metadata jsonb check (jsonb_typeof(metadata) = 'object'),
  -- When its page may be looked at; null until it changes again. While leased, when the lease lapses.
  due_at timestamptz,
  -- The holder's token.
  leases integer not null default 0,
  visited_at timestamptz,
  -- What came of the last look, in sentences.
  outcome text,
  -- Title, description, tags and category as the source then said, and which of them wait for a decision.
  words jsonb check (jsonb_typeof(words) = 'object'),
  differences text[] not null default '{}'
    check (differences <@ array['title', 'description', 'tags', 'category'] and (differences = '{}' or words is not null))
);
create index revisits_due on revisits (source_id, due_at) where due_at is not null;
