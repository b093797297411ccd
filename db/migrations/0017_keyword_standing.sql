-- Which pages of keywords search engines may keep: those with enough videos, unlike their sisters, and with words that a
-- person has reviewed.

alter table keywords add column reviewed_at timestamptz;

-- Who saved a keyword's words last, the audit log knows: an administrator who was signed in, or a program with a token.
update keywords k set reviewed_at = words.at
from (select distinct on (ended.subject) ended.subject, ended.at, begun.token_id
      from audit_log ended join audit_log begun on begun.seq = ended.act
      where ended.phase = 'ended' and ended.outcome = 'done'
        and (begun.action = 'keywords.create'
             or begun.action = 'keywords.change' and begun.input ?| array['metaTitle', 'metaDescription'])
      order by ended.subject, ended.seq desc) as words
where words.subject = k.id and words.token_id is null;

-- What of a keyword's page is compared with others, worked out when its links change.
create table keyword_standing (
  keyword_id text primary key references keywords (id) on delete cascade,
  -- The first publicly visible videos of its page; one whose texts are translated there has the language before its id.
  shown text[] not null,
  -- The category of most of them.
  category text,
  obstacle text check (obstacle in ('few', 'alike')),
  -- The page that shows nearly the same videos: a keyword's, or a category's by its name.
  alike_keyword text,
  alike_category text,
  -- Whether it was indexable then: later sisters are compared again when that changes.
  was_indexable boolean not null default false,
  worked_out_at timestamptz not null default now()
);
create index keyword_standing_by_video on keyword_standing using gin (shown);
create index keyword_standing_by_sister on keyword_standing (alike_keyword) where alike_keyword is not null;
create index keyword_standing_by_category on keyword_standing (category) where obstacle is null;

-- Keywords whose standing may have changed; only ever added to, so that no writer waits for another.
create table keyword_changes (
  id bigint generated always as identity primary key,
  keyword_id text not null
);
create index keyword_changes_by_keyword on keyword_changes (keyword_id);

create function note_linked() returns trigger language plpgsql as $$
begin
  insert into keyword_changes (keyword_id) select distinct keyword_id from new_links;
  return null;
end $$;
create trigger note_linked after insert on keyword_videos referencing new table as new_links
  for each statement execute function note_linked();

-- By row: a deleted video mostly has no links.
create function note_unlinked() returns trigger language plpgsql as $$
begin
  insert into keyword_changes (keyword_id) values (old.keyword_id);
  return null;
end $$;
create trigger note_unlinked after delete on keyword_videos for each row execute function note_unlinked();

create function note_keyword() returns trigger language plpgsql as $$
begin
  insert into keyword_changes (keyword_id) values (new.id);
  return null;
end $$;
create trigger note_new_keyword after insert on keywords for each row execute function note_keyword();
create trigger note_changed_keyword after update of enabled, reviewed_at, language_code on keywords for each row
  when ((old.enabled, old.reviewed_at is null, old.language_code)
    is distinct from (new.enabled, new.reviewed_at is null, new.language_code))
  execute function note_keyword();

create function note_keywords_of_video() returns trigger language plpgsql as $$
begin
  insert into keyword_changes (keyword_id) select keyword_id from keyword_videos where video_id = new.id;
  return null;
end $$;
create trigger note_keywords_of_video after update of status on videos for each row
  when ((old.status = 'published') <> (new.status = 'published'))
  execute function note_keywords_of_video();

-- The one rule of which pages of keywords are indexable, and why others are not.
create view keyword_pages as
  select k.id, k.keyword, k.slug, coalesce(k.language_code, 'en') as language_code, k.meta_title, k.views, k.position,
    s.category, s.worked_out_at,
    case when not k.enabled then 'disabled'
         when not coalesce(l.enabled, true) then 'language_disabled'
         when s.keyword_id is null then 'pending'
         when s.obstacle = 'few' then 'few'
         when k.reviewed_at is null then 'unreviewed'
         when s.obstacle = 'alike' then 'alike'
         else 'indexable' end as standing
  from keywords k
  left join languages l on l.code = k.language_code
  left join keyword_standing s on s.keyword_id = k.id;

-- Former addresses of keywords, each with the keyword that had it last; without one, that was deleted.
create table keyword_addresses (
  language_code text not null,
  slug text not null,
  keyword_id text references keywords (id) on delete set null,
  left_at timestamptz not null default now(),
  primary key (slug, language_code)
);
create index keyword_addresses_by_keyword on keyword_addresses (keyword_id) where keyword_id is not null;

insert into keyword_changes (keyword_id) select id from keywords;
