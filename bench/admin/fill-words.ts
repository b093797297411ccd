import type { FillStep } from './fill-database.ts';

/** Keywords with their links, and translations. */
export const WORD_STEPS: FillStep[] = [
  {
    name: 'keywords',
    tables: ['keywords'],
    sql: `
      insert into keywords (id, keyword, slug, language_code, search_volume, difficulty, category, meta_title,
          meta_description, enabled)
        select pg_temp.id('keyword', k), w.word || ' ' || x.word || ' ' || k, 'keyword-' || k,
          case k % 4 when 0 then null when 1 then 'en' when 2 then 'es' else 'de' end, k, k % 100, 'Waves',
          'Videos of ' || w.word, 'All videos of it.', k % 10 > 0
        from generate_series(1, :size / 20) as s (k), drawn_words w, drawn_words x
        where w.n = s.k % 2000 and x.n = s.k / 7 % 2000`,
  },
  {
    name: 'links of keywords',
    tables: ['keyword_videos'],
    // The first has as many links as a hundred a day would add up to.
    sql: `
      insert into keyword_videos (keyword_id, video_id, relevance_score)
        select pg_temp.id('keyword', n), pg_temp.id('video', 1 + (n * 7919 + l * 104729::bigint) % :size), l
        from generate_series(1, :size / 20) as n, generate_series(1, 24) as l
        union all
        select pg_temp.id('keyword', :size / 20), pg_temp.id('video', l), 200 + l % 100
        from generate_series(1, least(50000, :size / 2)) as l
      on conflict do nothing`,
  },
  {
    name: 'translations',
    tables: ['video_translations', 'translation_faults'],
    sql: `
      insert into video_translations (video_id, language_code, title, description, text_hash, translator)
        select v.id, l.code, v.title, v.description, sha256(v.title::bytea), 'apertium'
        from videos v, (values ('es', 2), ('de', 4)) as l (code, part)
        where v.status = 'published' and hashtext(v.id) % l.part = 0;
      insert into translation_totals (language_code, n)
        select language_code, count(*) from video_translations group by 1
        on conflict (language_code) do update set n = excluded.n;
      insert into translation_runs (language_code, translator, state, most, translated, errors, started_by, finished_at)
        select case n % 2 when 0 then 'es' else 'de' end, 'apertium', 'completed', 1000, 900, 10, 'anna', now()
        from generate_series(1, 3000) as n;
      insert into translation_faults (video_id, language_code, text_hash, message, run_id)
        select pg_temp.id('video', n), 'es', sha256(n::text::bytea), 'It could not be translated.', 3000 - n % 20 * 2
        from generate_series(1, least(20000, :size / 4)) as n`,
  },
];
