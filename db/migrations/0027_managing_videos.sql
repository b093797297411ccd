-- Managing the videos: clearing them all away at once, finding them by what an operator asks for, edits of which the
-- second is told of the first, and acts on many that can be undone (docs/decisions/0027-managing-videos.md).

-- Who clears the library begins a new generation: what is of a former one is not there any more, for anybody, though
-- its rows are deleted only by and by. What was removed, or taken off by a notice, stays as it is and is never cleared.
create table library (
  id boolean primary key default true check (id),
  generation integer not null default 0,
  -- Everything public was published after that.
  cleared_at timestamptz not null default '-infinity'
);
insert into library default values;

create function library_generation() returns integer language sql stable as $$ select generation from library $$;

alter table videos
  add column generation integer not null default 0,
  -- Counts the changes of title, description, tags and category: an edit says which one it was made of.
  add column version integer not null default 0,
  -- What a person has written: title, description, tags, category.
  add column edited_fields text[] not null default '{}'
    check (edited_fields <@ array['title', 'description', 'tags', 'category']),
  -- Why a person removed it.
  add column removal_reason text check (removal_reason <> '');
alter table videos alter column generation set default library_generation();

create function is_cleared(video videos) returns boolean language sql stable
  return (video).generation < library_generation() and not wants_quarantine((video).status, (video).hidden_reason);

-- A cleared video changes no more, whoever tries; one that was off the site and comes back is of this generation.
create function video_of_former_generation() returns trigger language plpgsql as $$
declare
  present library;
begin
  select * into present from library;
  if old.generation = present.generation then return new; end if;
  if not wants_quarantine(old.status, old.hidden_reason) then return null; end if;
  new.generation := present.generation;
  -- Whatever it becomes now: it may come back by more than one step.
  if new.published_at is not null then new.published_at := greatest(new.published_at, present.cleared_at); end if;
  return new;
end $$;
create trigger video_of_former_generation before update of status, hidden_reason on videos for each row
  when ((old.status, old.hidden_reason) is distinct from (new.status, new.hidden_reason))
  execute function video_of_former_generation();

create function video_edited() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger video_edited before update of title, description, tags, category on videos for each row
  when ((old.title, old.description, old.tags, old.category)
        is distinct from (new.title, new.description, new.tags, new.category))
  execute function video_edited();

-- As in 0015, 0001, 0005 and 0002; what is cleared was taken from all counts, lists and the search when it was.
create or replace function videos_updated() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
  changed text[];
  gone text[];
  added text[];
begin
  select array_agg(o.id) into changed
  from old_videos o join new_videos n on n.id = o.id
  where (o.status = 'published' or n.status = 'published') and n.generation = present
    and (o.status, o.category, o.published_at, o.tags)
        is distinct from (n.status, n.category, n.published_at, n.tags);
  if changed is null then return null; end if;

  perform count_published(array_agg(category), array_agg(published_at), array_agg(delta))
  from (select category, published_at, -1 as delta from old_videos where id = any (changed) and status = 'published'
        union all
        select category, published_at, 1 from new_videos where id = any (changed) and status = 'published') as moves;

  with rows as (delete from video_tags where video_id = any (changed) returning tag)
  select array_agg(tag) into gone from rows;
  select insert_video_tags(array_agg(id)) into added
  from new_videos where id = any (changed) and status = 'published';
  perform count_tag_changes(gone, added);
  return null;
end $$;

create or replace function videos_deleted() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  perform count_published(array_agg(category), array_agg(published_at), array_agg(-1))
  from old_videos where status = 'published' and generation = present having count(*) > 0;
  perform count_tags(array_agg(tag), -1)
  from (select distinct v.id, lower(t.tag) as tag from old_videos v, unnest(v.tags) as t (tag)
        where v.status = 'published' and v.generation = present and t.tag <> '') as gone;
  perform count_views(-sum(views)) from old_videos
  where generation = present or wants_quarantine(status, hidden_reason);
  return null;
end $$;

create or replace function video_facets_follow() returns trigger language plpgsql as $$
begin
  if new.status <> 'published' or new.generation <> library_generation() then
    delete from video_facets where video_id = new.id;
    return null;
  end if;
  insert into video_facets values (new.id, new.category, length_class(new.duration), quality_class(new.height),
                                   new.duration, new.views, new.published_at)
  on conflict (video_id) do update
    set category = excluded.category, length = excluded.length, quality = excluded.quality,
        duration = excluded.duration, published_at = excluded.published_at;
  return null;
end $$;

-- One without a document gets its words from the job (`search-documents`).
create or replace function video_search_follows_status() returns trigger language plpgsql as $$
begin
  insert into video_search (video_id, doc, views, visible, stale)
  values (new.id, '', new.views, new.status = 'published', true)
  on conflict (video_id) do update set visible = excluded.visible;
  return null;
end $$;

-- How many videos there are of each status, reason for being hidden, kind, source ('' is none) and category. Changes
-- are only ever added, as those of the storage (0021): no writer waits for another.
create table video_counts (
  about text not null check (about in ('status', 'hidden_reason', 'kind', 'source', 'category')),
  value text not null,
  -- Of those that a clearing leaves.
  kept boolean not null,
  n bigint not null,
  primary key (about, value, kept)
) with (fillfactor = 50);
create table video_count_changes (
  about text not null,
  value text not null,
  kept boolean not null,
  n bigint not null
);
create view video_totals as
  select about, value, sum(n)::bigint as n
  from (select about, value, n from video_counts union all select about, value, n from video_count_changes) as parts
  group by about, value having sum(n) <> 0;

create function fold_video_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7305691) then return; end if;
  with taken as (delete from video_count_changes returning about, value, kept, n)
  insert into video_counts (about, value, kept, n)
  select about, value, kept, sum(n) from taken group by 1, 2, 3 order by 1, 2, 3
  on conflict (about, value, kept) do update set n = video_counts.n + excluded.n;
  delete from video_counts where n = 0;
end $$;

create function note_video_counts(statuses text[], reasons text[], kinds text[], sources text[], categories text[],
                                  deltas integer[]) returns void
language sql as $$
  insert into video_count_changes (about, value, kept, n)
  select c.about, c.value, wants_quarantine(v.status, v.reason), sum(v.delta)
  from unnest(statuses, reasons, kinds, sources, categories, deltas)
         as v (status, reason, kind, source, category, delta),
       lateral (values ('status', v.status), ('hidden_reason', v.reason), ('kind', v.kind),
                       ('source', coalesce(v.source, '')), ('category', v.category)) as c (about, value)
  where c.value is not null
  group by 1, 2, 3 having sum(v.delta) <> 0;
$$;

create function videos_counted_in() returns trigger language plpgsql as $$
begin
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(1))
  from new_videos having count(*) > 0;
  return null;
end $$;

create function videos_counted_anew() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(delta))
  from (select v.status, v.hidden_reason, v.kind, v.source_id, v.category, v.delta
        from old_videos o join new_videos n on n.id = o.id,
        lateral (values (o.status, o.hidden_reason, o.kind, o.source_id, o.category, -1),
                        (n.status, n.hidden_reason, n.kind, n.source_id, n.category, 1))
          as v (status, hidden_reason, kind, source_id, category, delta)
        where (o.status, o.hidden_reason, o.kind, o.source_id, o.category)
                is distinct from (n.status, n.hidden_reason, n.kind, n.source_id, n.category)
          and (n.generation = present or wants_quarantine(n.status, n.hidden_reason))) as moves
  having count(*) > 0;
  return null;
end $$;

create function videos_counted_out() returns trigger language plpgsql as $$
declare
  present integer := library_generation();
begin
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(-1))
  from old_videos where generation = present or wants_quarantine(status, hidden_reason)
  having count(*) > 0;
  return null;
end $$;

insert into video_counts (about, value, kept, n)
select c.about, c.value, wants_quarantine(v.status, v.hidden_reason), count(*)
from videos v,
     lateral (values ('status', v.status), ('hidden_reason', v.hidden_reason), ('kind', v.kind),
                     ('source', coalesce(v.source_id, '')), ('category', v.category)) as c (about, value)
where c.value is not null group by 1, 2, 3;

create trigger videos_counted_in after insert on videos
  referencing new table as new_videos for each statement execute function videos_counted_in();
create trigger videos_counted_anew after update on videos
  referencing old table as old_videos new table as new_videos for each statement
  execute function videos_counted_anew();
create trigger videos_counted_out after delete on videos
  referencing old table as old_videos for each statement execute function videos_counted_out();

-- The newest first, of everything and of each thing that the back office can ask for. What several of them ask for
-- together is looked for along one of them (features/catalogue/finding-queries.ts).
create index videos_newest on videos (created_at desc, id desc);
create index videos_newest_of_status on videos (status, created_at desc, id desc);
create index videos_newest_hidden on videos (hidden_reason, created_at desc, id desc) where hidden_reason is not null;
create index videos_newest_of_source on videos (source_id, created_at desc, id desc);
create index videos_newest_of_kind on videos (kind, created_at desc, id desc);
create index videos_newest_of_category on videos (category, created_at desc, id desc);
drop index videos_by_category;
create index videos_without_picture on videos (created_at desc, id desc)
  where thumbnail_url = '' and status in ('published', 'hidden');
create index videos_without_renditions on videos (created_at desc, id desc)
  where hls_url = '' and kind = 'hosted' and status in ('published', 'hidden');
create index videos_without_duration on videos (created_at desc, id desc)
  where duration = 0 and status in ('published', 'hidden');
create index videos_without_film on videos (created_at desc, id desc)
  where kind = 'hosted' and (hidden_reason = 'gone' or (video_url = '' and status in ('published', 'hidden'))
                             or (status = 'processing' and published_at is not null));
-- Words of what is not public; those of what is have an index of their own (0002).
create index video_search_doc_unseen on video_search using gin (doc) with (fastupdate = off) where not visible;
create index media_jobs_with_problem on media_jobs (video_id)
  where error is not null and status in ('completed', 'failed');

-- One act of an administrator on one video or on many. A worker does it in stretches, each with its count and how far
-- it came in one transaction.
create table bulk_acts (
  id bigint generated always as identity primary key,
  act text not null
    check (act in ('hide', 'publish', 'remove', 'delete', 'set_category', 'add_tags', 'remove_tags', 'undo')),
  -- What the act needs: { "reason": text, "category": name, "tags": [] }.
  change jsonb not null default '{}' check (jsonb_typeof(change) = 'object'),
  -- Which videos: those of a filter (contract, VideoFilter), these, or those that another act has changed.
  filter jsonb check (jsonb_typeof(filter) = 'object'),
  video_ids text[],
  undo_of bigint references bulk_acts (id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'completed', 'stopped')),
  -- How many it is about, as far as they were counted when it was ordered.
  expected integer not null,
  expected_is_capped boolean not null default false,
  -- The last video that it has come to, as the lists' keys have it; of an undoing its id.
  cursor text not null,
  done integer not null default 0,
  -- How many were left alone, by why: { "taken_down": 3 }.
  skipped jsonb not null default '{}',
  ordered_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (num_nonnulls(filter, video_ids, undo_of) = 1)
);
create index bulk_acts_running on bulk_acts (id) where state = 'running';
create index bulk_acts_by_undone on bulk_acts (undo_of) where undo_of is not null;
create index bulk_acts_by_age on bulk_acts (created_at);

-- What an act has changed of a video, for as long as it can be undone. The video may be gone by then.
create table bulk_act_items (
  bulk_act_id bigint not null references bulk_acts (id) on delete cascade,
  video_id text not null,
  before jsonb not null,
  after jsonb not null,
  primary key (bulk_act_id, video_id)
);

-- Clearings, and how far the rows of what was cleared are deleted, in the order of their ids.
create table clearings (
  -- Everything before this generation goes.
  generation integer primary key,
  videos bigint not null,
  ordered_by text not null,
  cursor text not null default '',
  deleted integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index clearings_open on clearings (generation) where finished_at is null;
