-- works with: 1.0.0
-- contracts: note_keywords_of_video(), sitemap_video_changed(), sitemap_videos_deleted(), sitemap_videos_inserted(), stat_video_moved(), stat_videos_deleted(), stat_videos_inserted(), video_address_removed(), video_addresses_forgotten(), video_facets_follow(), video_facets_insert(), video_health_begins(), video_health_follows(), video_quarantined(), video_search_follows_category(), video_search_follows_facts(), video_search_follows_status(), videos_counted_anew(), videos_counted_in(), videos_counted_out(), video_edited(), video_shown_anew(), video_of_former_generation(), moved_film_follows(), stat_downloads_updated()

-- What other areas follow of videos and downloads: each brings itself up to date from these rows, in their order. The
-- triggers of both write tables of their own area only; videos have one per moment instead of 26.
create table outbox (
  id bigint primary key generated always as identity,
  source text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

-- Has each area follow these rows, by its function follow_in_*, and takes them out: none is lost or followed twice.
create function follow_these(batch bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  follower regproc;
begin
  for follower in select oid from pg_proc where proname like 'follow\_in\_%' and pronamespace = 'public'::regnamespace
                  order by proname loop
    execute format('select %s($1)', follower) using batch;
  end loop;
  delete from outbox where id = any (batch);
end $$;

-- Has them follow the oldest rows, up to a number. Returns how many there were.
create function follow_outbox(most integer) returns integer language plpgsql set search_path = public, pg_temp as $$
declare
  batch bigint[];
begin
  if not exists (select from outbox) then return 0; end if;
  perform pg_advisory_xact_lock(7305702);
  select array_agg(id order by id) into batch from (select id from outbox order by id limit most) as oldest;
  if batch is null then return 0; end if;
  perform follow_these(batch);
  return cardinality(batch);
end $$;

-- What 1.0.0 writes is followed at once, as it never follows by itself. To go with the version after the next.
create function outbox_filled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('vesper.follows', true), '') = '' then
    perform follow_these(array(select id from new_rows order by id));
  end if;
  return null;
end $$;
create trigger outbox_filled after insert on outbox referencing new table as new_rows
  for each statement execute function outbox_filled();

create function followed_video(v videos) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', v.id, 'status', v.status, 'hidden_reason', v.hidden_reason, 'kind', v.kind,
    'category', v.category, 'published_at', v.published_at,
    'generation', v.generation, 'source_id', v.source_id, 'source_url', v.source_url, 'source_url_hash', encode(v.source_url_hash, 'hex'))
$$;

create function followed_download(j download_jobs) returns jsonb language sql stable
set search_path = public, pg_temp as $$
  select jsonb_build_object('id', j.id, 'status', j.status, 'state', download_state(j.status, j.error_class, j.cancelled_at),
    'error_class', j.error_class, 'crawler_run_id', j.crawler_run_id, 'source_id', j.source_id,
    'external_id', j.external_id, 'video_id', j.video_id)
$$;

create function download_job_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into outbox (source, before, after)
  values ('download_jobs', case tg_op when 'UPDATE' then followed_download(old) end, followed_download(new));
  return null;
end $$;

-- Before an update: whether it happens at all, its version, and when visitors last saw something change.
create function video_changing() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  present library;
begin
  if (old.title, old.description, old.tags, old.category)
      is distinct from (new.title, new.description, new.tags, new.category) then
    new.version := old.version + 1;
  end if;
  if (old.status, old.hidden_reason) is distinct from (new.status, new.hidden_reason) then
    select * into present from library;
    if old.generation <> present.generation then
      if not wants_quarantine(old.status, old.hidden_reason) then return null; end if;
      new.generation := present.generation;
      -- Whatever its new status: it may come back in more than one step.
      if new.published_at is not null then new.published_at := greatest(new.published_at, present.cleared_at); end if;
    end if;
  end if;
  if old.published_at is not null and
      ((old.title, old.description, old.tags, old.category, old.duration, old.width, old.height, old.kind,
        old.video_url, old.thumbnail_url, old.embed_url, old.embed_provider, old.embed_id)
         is distinct from
       (new.title, new.description, new.tags, new.category, new.duration, new.width, new.height, new.kind,
        new.video_url, new.thumbnail_url, new.embed_url, new.embed_provider, new.embed_id)
       or (old.status <> 'published' and new.status = 'published')) then
    new.changed_at := now();
  end if;
  return new;
end $$;

-- After an update that may concern lists, search, quarantine or what others follow.
create function video_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (old.status, old.hidden_reason, old.kind, old.source_id)
        is distinct from (new.status, new.hidden_reason, new.kind, new.source_id)
      or ((old.status = 'published' or new.status = 'published')
          and (old.published_at, old.changed_at) is distinct from (new.published_at, new.changed_at)) then
    insert into outbox (source, before, after) values ('videos', followed_video(old), followed_video(new));
  end if;

  if (old.status, old.category, old.duration, old.height, old.published_at)
      is distinct from (new.status, new.category, new.duration, new.height, new.published_at) then
    if new.status <> 'published' or new.generation <> library_generation() then
      delete from video_facets where video_id = new.id;
    else
      insert into video_facets values (new.id, new.category, length_class(new.duration), quality_class(new.height),
                                       new.duration, new.views, new.published_at)
      on conflict (video_id) do update
        set category = excluded.category, length = excluded.length, quality = excluded.quality,
            duration = excluded.duration, published_at = excluded.published_at;
    end if;
  end if;

  if wants_quarantine(old.status, old.hidden_reason) is distinct from wants_quarantine(new.status, new.hidden_reason)
      and exists (select from stored_files where video_id = new.id) then
    perform queue_quarantine_work(array[new.id]);
  end if;

  if old.category is distinct from new.category then
    update video_search set stale = true, category = new.category,
      doc = ts_delete(doc, '=' || lower(old.category)) || array_to_tsvector(array['=' || lower(new.category)])
    where video_id = new.id;
  end if;
  if old.status is distinct from new.status then
    insert into video_search (video_id, doc, views, visible, stale)
    values (new.id, '', new.views, new.status = 'published', true)
    on conflict (video_id) do update
      set visible = excluded.visible, length = excluded.length, quality = excluded.quality,
          duration = excluded.duration, published_at = excluded.published_at;
  elsif new.status = 'published'
      and (old.duration, old.height, old.published_at) is distinct from (new.duration, new.height, new.published_at) then
    update video_search set length = length_class(new.duration), quality = quality_class(new.height),
      duration = new.duration, published_at = new.published_at
    where video_id = new.id;
  end if;
  return null;
end $$;

create or replace function videos_inserted() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into outbox (source, after)
  select 'videos', followed_video(v) from new_videos v where status = 'published';
  insert into video_facets
    select id, category, length_class(duration), quality_class(height), duration, views, published_at
    from new_videos where status = 'published';
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(1))
  from new_videos having count(*) > 0;
  perform count_published(array_agg(category), array_agg(published_at), array_agg(1)), add_video_tags(array_agg(id))
  from new_videos where status = 'published' having count(*) > 0;
  perform count_views(sum(views)) from new_videos;
  return null;
end $$;

create or replace function videos_updated() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  present integer := library_generation();
  changed text[];
  gone text[];
  added text[];
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

  select array_agg(o.id) into changed
  from old_videos o join new_videos n on n.id = o.id
  where (o.status = 'published' or n.status = 'published') and n.generation = present
    and (o.status, o.category, o.published_at, o.tags, o.duration, o.height)
        is distinct from
        (n.status, n.category, n.published_at, n.tags, n.duration, n.height);
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

create or replace function videos_deleted() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  present integer := library_generation();
begin
  insert into outbox (source, before) select 'videos', followed_video(v) from old_videos v;
  perform note_video_counts(array_agg(status), array_agg(hidden_reason), array_agg(kind), array_agg(source_id),
                            array_agg(category), array_agg(-1))
  from old_videos where generation = present or wants_quarantine(status, hidden_reason)
  having count(*) > 0;
  perform count_published(array_agg(category), array_agg(published_at), array_agg(-1))
  from old_videos where status = 'published' and generation = present having count(*) > 0;
  perform count_tags(array_agg(tag), -1)
  from (select distinct v.id, lower(t.tag) as tag from old_videos v, unnest(v.tags) as t (tag)
        where v.status = 'published' and v.generation = present and t.tag <> '') as gone;
  perform count_views(-sum(views)) from old_videos
  where generation = present or wants_quarantine(status, hidden_reason);
  return null;
end $$;

-- Sitemaps: what entered, left or changed its place.
create function follow_in_sitemaps(batch bigint[]) returns void language sql
set search_path = public, pg_temp as $$
  with places as (
    select o.id, o.at, p.sign, (p.video ->> 'published_at')::timestamptz as published_at, p.video ->> 'id' as video_id,
      p.video ->> 'category' as category
    from outbox o, lateral (values (-1, o.before), (1, o.after)) as p (sign, video)
    where o.id = any (batch) and o.source = 'videos'
      and p.video ->> 'status' = 'published' and (p.video ->> 'generation')::integer = library_generation())
  insert into sitemap_changes (published_at, video_id, category, at, more)
  select published_at, video_id, category, at, sum(sign) from places group by id, at, published_at, video_id, category
$$;

-- Charts: videos that visitors see since, or no longer, and downloads that ended.
create function follow_in_statistics(batch bigint[]) returns void language sql
set search_path = public, pg_temp as $$
  insert into stat_changes (metric, label, hour, value)
  select case when is_there then 'videos_added' else 'videos_removed' end,
    case when not is_there then coalesce(after ->> 'status', 'deleted')
         when before ->> 'published_at' is null then 'new' else 'again' end,
    date_bin('1 hour', at, '2000-01-01 00:00Z'), count(*)
  from (select *, coalesce(before ->> 'status' = 'published', false) as was_there,
          coalesce(after ->> 'status' = 'published', false) as is_there
        from outbox where id = any (batch) and source = 'videos') as o
  where was_there <> is_there
    -- Clearing the library counts its videos by itself.
    and (after is not null or (before ->> 'generation')::integer = library_generation())
  group by 1, 2, 3;
  insert into stat_changes (metric, label, hour, value)
  select metric, label, date_bin('1 hour', at, '2000-01-01 00:00Z'), count(*)
  from outbox o, lateral (select o.after ->> 'state' as state, coalesce(o.after ->> 'error_class', 'unexpected') as class) as j,
    lateral (select 'downloads_completed' as metric, '' as label where state = 'completed'
             union all select 'crawler_added', '' where state = 'completed' and o.after ->> 'crawler_run_id' is not null
             union all select 'downloads_failed', class where state = 'failed'
             union all select 'downloads_left_out', class where state = 'left_out') as counted
  where o.id = any (batch) and o.source = 'download_jobs' and o.before ->> 'state' <> o.after ->> 'state'
  group by 1, 2, 3
$$;

-- Films moved in: where each stands.
create function follow_in_move_ins(batch bigint[]) returns void language plpgsql
set search_path = public, pg_temp as $$
declare
  job jsonb;
begin
  for job in select after from outbox
             where id = any (batch) and source = 'download_jobs' and after ->> 'external_id' is not null
             order by id loop
    update moved_films f set download_id = job ->> 'id', video_id = coalesce(job ->> 'video_id', f.video_id),
      state = case when job ->> 'status' = 'completed' then 'here'
                   when f.state = 'here' and exists (select from videos v
                     where v.id = f.video_id and v.status in ('published', 'hidden')) then 'here'
                   when job ->> 'status' = 'pending' then 'waiting' when job ->> 'status' = 'processing' then 'working'
                   when job ->> 'error_class' = 'duplicate' then 'duplicate'
                   else 'failed' end
    where f.source_id = job ->> 'source_id' and f.path = job ->> 'external_id' and f.state <> 'undone';
  end loop;
end $$;

-- Keyword pages whose standing may have changed.
create function follow_in_keywords(batch bigint[]) returns void language sql
set search_path = public, pg_temp as $$
  insert into keyword_changes (keyword_id)
  select k.keyword_id from outbox o join keyword_videos k on k.video_id = o.after ->> 'id'
  where o.id = any (batch) and o.source = 'videos' and o.before is not null
    and (o.before ->> 'status' = 'published') <> (o.after ->> 'status' = 'published')
$$;

-- The ledger: the address of a removed video is not taken in again.
create function follow_in_addresses(batch bigint[]) returns void language sql
set search_path = public, pg_temp as $$
  insert into addresses (hash, url, source_id, decision, video_id, first_seen_at, last_decided_at)
  select distinct on (h.hash) h.hash, o.after ->> 'source_url', (o.after ->> 'source_id')::uuid,
    case o.after ->> 'status' when 'removed' then 'blocked' else 'known' end, o.after ->> 'id', o.at, o.at
  from outbox o, lateral (select decode(o.after ->> 'source_url_hash', 'hex')) as h (hash)
  where o.id = any (batch) and o.source = 'videos'
    and (o.before ->> 'status' = 'removed') <> (o.after ->> 'status' = 'removed')
  order by h.hash, o.id desc
  on conflict (hash) do update
    set decision = excluded.decision, video_id = excluded.video_id, last_decided_at = excluded.last_decided_at,
        error_class = null, detail = null, retry_at = null;
  update addresses a set video_id = null
  from outbox o where o.id = any (batch) and o.source = 'videos' and o.after is null and a.video_id = o.before ->> 'id';
$$;

-- Health: which videos are checked, and which wait for a decision.
create function settle_video_health(ids text[]) returns void language plpgsql
set search_path = public, pg_temp as $$
declare
  v videos;
  fault text;
begin
  for v in select * from videos where id = any (ids) and generation = library_generation() order by id loop
    if v.status = 'published' and v.kind = 'hosted' then
      delete from video_health where video_id = v.id;
    elsif v.status = 'published' then
      insert into video_health as h (video_id, kind, lane, published_at, next_check_at)
      values (v.id, v.kind, coalesce(v.source_id, ''), v.published_at, v.published_at + interval '1 day')
      on conflict (video_id) do update set
        kind = excluded.kind, lane = excluded.lane, awaits_decision = false,
        next_check_at = coalesce(h.next_check_at, excluded.next_check_at),
        state = case h.state when 'gone' then 'alive' else h.state end,
        failures_in_a_row = case h.state when 'gone' then 0 else h.failures_in_a_row end,
        failing_since = case h.state when 'gone' then null else h.failing_since end,
        agreeing = case h.state when 'gone' then 0 else h.agreeing end,
        gone_at = null;
    elsif v.status = 'hidden' and v.hidden_reason = 'gone' then
      fault := null;
      if v.kind = 'hosted' then
        select 'Its file was missing, and could not be brought again: ' || coalesce(j.error, 'the download was ended.')
          into fault
        from (select 1) as one left join lateral (
          select error from download_jobs where source_url_hash = v.source_url_hash and status = 'failed'
          order by created_at desc limit 1) as j on true;
      end if;
      insert into video_health as h
        (video_id, kind, lane, published_at, state, failing_since, gone_at, awaits_decision, last_class, last_message)
      values (v.id, v.kind, coalesce(v.source_id, ''), coalesce(v.published_at, v.created_at), 'gone',
              date_trunc('milliseconds', now()), date_trunc('milliseconds', now()), true,
              case when v.kind = 'hosted' then 'file_missing' end, fault)
      on conflict (video_id) do update set
        lane = excluded.lane, state = 'gone', awaits_decision = true,
        gone_at = coalesce(h.gone_at, excluded.gone_at),
        failing_since = coalesce(h.failing_since, excluded.failing_since),
        last_class = coalesce(excluded.last_class, h.last_class),
        last_message = coalesce(excluded.last_message, h.last_message);
    else
      update video_health set lane = coalesce(v.source_id, ''), next_check_at = null, awaits_decision = false
      where video_id = v.id;
    end if;
  end loop;
end $$;

create function follow_in_health(batch bigint[]) returns void language sql
set search_path = public, pg_temp as $$
  select settle_video_health(array_agg(distinct after ->> 'id'))
  from outbox where id = any (batch) and source = 'videos' and after is not null
    and (before is null or (before ->> 'status', before ->> 'hidden_reason', before ->> 'kind', before ->> 'source_id')
           is distinct from (after ->> 'status', after ->> 'hidden_reason', after ->> 'kind', after ->> 'source_id'))
$$;

drop trigger note_keywords_of_video on videos;
drop trigger sitemap_video_changed on videos;
drop trigger sitemap_videos_deleted on videos;
drop trigger sitemap_videos_inserted on videos;
drop trigger stat_video_moved on videos;
drop trigger stat_videos_deleted on videos;
drop trigger stat_videos_inserted on videos;
drop trigger video_address_removed on videos;
drop trigger video_addresses_forgotten on videos;
drop trigger video_edited on videos;
drop trigger video_facets_follow on videos;
drop trigger video_facets_insert on videos;
drop trigger video_health_begins on videos;
drop trigger video_health_follows on videos;
drop trigger video_of_former_generation on videos;
drop trigger video_quarantined on videos;
drop trigger video_search_follows_category on videos;
drop trigger video_search_follows_facts on videos;
drop trigger video_search_follows_status on videos;
drop trigger video_shown_anew on videos;
drop trigger videos_counted_anew on videos;
drop trigger videos_counted_in on videos;
drop trigger videos_counted_out on videos;
drop trigger moved_film_follows on download_jobs;
drop trigger stat_downloads_updated on download_jobs;
drop function moved_film_follows();
drop function stat_downloads_updated();
drop function note_keywords_of_video();
drop function sitemap_video_changed();
drop function sitemap_videos_deleted();
drop function sitemap_videos_inserted();
drop function stat_video_moved();
drop function stat_videos_deleted();
drop function stat_videos_inserted();
drop function video_address_removed();
drop function video_addresses_forgotten();
drop function video_edited();
drop function video_facets_follow();
drop function video_facets_insert();
drop function video_health_begins();
drop function video_health_follows();
drop function video_of_former_generation();
drop function video_quarantined();
drop function video_search_follows_category();
drop function video_search_follows_facts();
drop function video_search_follows_status();
drop function video_shown_anew();
drop function videos_counted_anew();
drop function videos_counted_in();
drop function videos_counted_out();

create trigger video_changing before update of title, description, tags, category, duration, width, height, kind,
    video_url, thumbnail_url, embed_url, embed_provider, embed_id, status, hidden_reason
  on videos for each row execute function video_changing();
create trigger video_changed after update of title, description, tags, category, duration, width, height, kind,
    video_url, thumbnail_url, embed_url, embed_provider, embed_id, status, hidden_reason, published_at, source_id
  on videos for each row execute function video_changed();
create trigger download_job_followed after insert on download_jobs
  for each row when (new.external_id is not null) execute function download_job_changed();
create trigger download_job_changed after update of status, error_class, cancelled_at on download_jobs
  for each row when ((new.external_id is not null or new.status in ('completed', 'failed'))
    and (old.status, old.error_class, old.cancelled_at) is distinct from (new.status, new.error_class, new.cancelled_at))
  execute function download_job_changed();
