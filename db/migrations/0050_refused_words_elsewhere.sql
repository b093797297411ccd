-- Refused terms beside titles, tags and descriptions: a video is also held back for its category's name.
alter table refused_videos drop constraint refused_videos_field_check;
alter table refused_videos add constraint refused_videos_field_check
  check (field in ('title', 'tags', 'description', 'category'));

-- Keywords and translations that were there before a term was: since when their words are refused. `passed_at`: an
-- administrator has looked at a keyword's words and shows them.
alter table keywords add column refused_at timestamptz, add column passed_at timestamptz;
create index keywords_refused on keywords (id) where refused_at is not null;
alter table video_translations add column refused_at timestamptz;

create trigger note_refused_keyword after update of refused_at on keywords for each row
  when ((old.refused_at is null) <> (new.refused_at is null)) execute function note_keyword();

create or replace view keyword_pages as
  select k.id, k.keyword, k.slug, coalesce(k.language_code, 'en') as language_code, k.meta_title, k.views, k.position,
    s.category, s.worked_out_at,
    case when not k.enabled then 'disabled'
         when k.refused_at is not null then 'refused'
         when not coalesce(l.enabled, true) then 'language_disabled'
         when s.keyword_id is null then 'pending'
         when s.obstacle = 'few' then 'few'
         when k.reviewed_at is null then 'unreviewed'
         when s.obstacle = 'alike' then 'alike'
         else 'indexable' end as standing
  from keywords k
  left join languages l on l.code = k.language_code
  left join keyword_standing s on s.keyword_id = k.id;
