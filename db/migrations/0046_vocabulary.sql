-- The words of public documents: what forms, beginnings and corrections of typed words are chosen from.
create table search_words (
  word text collate "C" primary key,
  videos integer not null check (videos > 0),
  -- That of most of its videos, by a running vote: so far ahead of the others.
  language text,
  lead smallint not null default 0 check (lead >= 0),
  stem text,
  -- By whose rules: that language, or the one that its script suggests.
  stem_language text,
  -- Hashes of what is left of it without one letter or two: words that share one are spelled alike.
  deletions integer[] not null
) with (fillfactor = 80);
create index search_words_by_stem on search_words (stem, stem_language) where stem is not null;
create index search_words_by_deletions on search_words using gin (deletions) with (fastupdate = off);

-- Words that documents got (1) or lost (-1), written with them and folded into the counts by a job.
create table search_word_changes (
  id bigint generated always as identity primary key,
  video_id text not null,
  n smallint not null check (n in (1, -1)),
  language text,
  words tsvector not null
);

create table search_vocabulary (
  is_only boolean primary key default true check (is_only),
  -- Documents up to this video are counted; null: all are.
  filled_to text,
  -- Stems are by these rules, made anew up to this word; null: all are.
  stem_rules text not null default '',
  stemmed_to text collate "C"
);
insert into search_vocabulary (filled_to) select case when exists (select from video_search) then '' end;

create function search_words_added() returns trigger language plpgsql as $function$
begin
  insert into search_word_changes (video_id, n, language, words)
  select video_id, 1, language, strip(doc) from added where visible and length(doc) > 0;
  return null;
end $function$;
create trigger search_words_added after insert on video_search referencing new table as added
  for each statement execute function search_words_added();

create function search_words_removed() returns trigger language plpgsql as $function$
begin
  insert into search_word_changes (video_id, n, language, words)
  select video_id, -1, language, strip(doc) from removed where visible and length(doc) > 0;
  return null;
end $function$;
create trigger search_words_removed after delete on video_search referencing old table as removed
  for each statement execute function search_words_removed();

create function search_words_changed() returns trigger language plpgsql as $function$
declare
  was tsvector := case when old.visible then strip(old.doc) else '' end;
  became tsvector := case when new.visible then strip(new.doc) else '' end;
begin
  if old.language is not distinct from new.language then
    insert into search_word_changes (video_id, n, language, words)
    select new.video_id, n, new.language, words
    from (values (1, ts_delete(became, tsvector_to_array(was))), (-1, ts_delete(was, tsvector_to_array(became))))
      as change (n, words)
    where length(words) > 0;
  else
    insert into search_word_changes (video_id, n, language, words)
    select new.video_id, n, change.language, words
    from (values (1, new.language, became), (-1, old.language, was)) as change (n, language, words)
    where length(words) > 0;
  end if;
  return null;
end $function$;
create trigger search_words_changed after update of doc, visible, language on video_search
  for each row when (old.visible is distinct from new.visible or (new.visible and (old.doc is distinct from new.doc
    or old.language is distinct from new.language)))
  execute function search_words_changed();

-- A few words found by many keys; never by reading all, which their statistics may make look cheap.
create function words_by_deletions(keys integer[], most integer)
  returns table (word text, videos integer) language sql stable rows 50 set enable_seqscan = off as $function$
  select word, videos from search_words where deletions && keys limit most;
$function$;
