-- Stems of the words of a language: dictionaries of our own, because those that come with PostgreSQL leave out words that
-- say little, and an own server's may have been changed.
do $$
declare
  language text;
begin
  foreach language in array array[
    'basque', 'catalan', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'greek',
    'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian', 'portuguese', 'romanian',
    'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish']
  loop
    execute format('create text search dictionary %I (template = snowball, language = %L)', 'vesper_' || language, language);
  end loop;
end $$;

-- As the source says; null where it does not.
alter table videos add column language text check (language ~ '^[a-z]{2,3}$');

-- That of the document's words, as said or as guessed from them; null where it is not known.
alter table video_search add column language text;
