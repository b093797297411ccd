-- How many words one video has, and how many several have: counting two million took a second at every fold.
alter table search_vocabulary
  add single_words integer not null default 0,
  add several_words integer not null default 0;
update search_vocabulary set (single_words, several_words) =
  (select count(*) filter (where videos = 1), count(*) filter (where videos > 1) from search_words);

create function search_words_emptied() returns trigger language plpgsql as $function$
begin
  update search_vocabulary set single_words = 0, several_words = 0;
  return null;
end $function$;
create trigger search_words_emptied after truncate on search_words
  for each statement execute function search_words_emptied();

-- Words of several videos are likelier meant: an index of their own finds them first. A column of its own, which seldom
-- changes, so that a changed count writes no index.
alter table search_words add is_common boolean not null generated always as (videos >= 5) stored;
drop index search_words_by_deletions;
create index search_words_common_by_deletions on search_words using gin (deletions) with (fastupdate = off)
  where is_common;
create index search_words_rare_by_deletions on search_words using gin (deletions) with (fastupdate = off)
  where not is_common;

-- A few words found by many keys, four fifths of them common ones if there are as many; never by reading all, which their
-- statistics may make look cheap.
create or replace function words_by_deletions(keys integer[], most integer)
  returns table (word text, videos integer) language sql stable rows 50
  set enable_seqscan = off set enable_indexscan = off as $function$
  with common as materialized (
    select word, videos from search_words where is_common and deletions && keys limit most * 4 / 5)
  select * from common
  union all
  (select word, videos from search_words where not is_common and deletions && keys
   limit most - (select count(*) from common));
$function$;
