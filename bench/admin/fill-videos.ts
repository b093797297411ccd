import { CATEGORY_NAMES, tagNames, titleWords } from '../catalogue/vocabulary.ts';
import type { FillStep } from './fill-database.ts';

const WORDS = titleWords().length;
const TAGS = tagNames().length;
const CATEGORIES = CATEGORY_NAMES.length;

/** The most common are drawn most: one in eight words, one in sixteen tags. */
const word = (place: number) =>
  `(select word from drawn_words w where w.n = floor(${WORDS} * pg_temp.chance(n.n, ${20 + place}) ^ 4)::int)`;
const tag = (place: number) =>
  `(select word from drawn_tags w where w.n = floor(${TAGS} * pg_temp.chance(n.n, ${30 + place}) ^ 2)::int)`;

/** Sources, categories, videos, and their rows for lists, search and storage. */
export const VIDEO_STEPS: FillStep[] = [
  {
    name: 'sources and categories',
    tables: [],
    sql: `
      insert into categories (name, slug)
        select word, lower(replace(word, ' ', '-')) from drawn_categories;
      insert into video_sources (id, name, base_url, kind, delivery, enabled, total_videos_added)
        select pg_temp.id('source', n), 'Source ' || n, 'https://source-' || n || '.test/',
          (array['sitemap', 'feed', 'list'])[1 + n % 3], (array['hosted', 'remote', 'embed'])[1 + n % 3], true, 1000
        from generate_series(0, 39) as n;
      insert into source_permissions (source_id, basis, scope, evidence)
        select id, 'own', '{embed,hotlink,download,metadata}', 'Made for the benchmark.'
        from video_sources, generate_series(1, 5);
      insert into category_rules (name, category_id)
        select 'other name ' || n, (select id from categories order by name offset n % 12 limit 1)
        from generate_series(1, 500) as n;
      insert into tag_rules (tag, becomes)
        select 'former tag ' || n, case when n % 3 > 0 then 'cascade' end from generate_series(1, 500) as n`,
  },
  {
    name: 'videos',
    tables: ['videos'],
    // Over three years, the newest last; the first five thousand of each hundred thousand within ten seconds.
    sql: `
      insert into videos (id, title, description, tags, category, source_id, source_url, source_url_hash, video_url,
        thumbnail_url, hls_url, embed_url, embed_provider, embed_id, external_id, content_sha256, placeholder, duration,
        width, height, views, kind, status, hidden_reason, removal_reason, slug, created_at, published_at)
      select pg_temp.id('video', n), t.title, t.title || '. A made-up picture in motion, number ' || n
          || ', drawn by a program, without sound, for measuring how a large catalogue behaves.',
        t.tags, case when n % 5000 = 0 then 'Rare Charts'
          else (select word from drawn_categories c where c.n = floor(${CATEGORIES} * pg_temp.chance(n.n, 3) ^ 2)::int) end,
        pg_temp.source(n), a.url, sha256(a.url::bytea),
        case v.kind when 'hosted' then 'videos/' || n || '/film.mp4' else a.url || '.mp4' end,
        case when pg_temp.chance(n, 4) < 0.005 then '' else 'videos/' || n || '/thumbnail.webp' end,
        case when v.kind = 'hosted' and pg_temp.chance(n, 5) < 0.8 then 'videos/' || n || '/main.m3u8' else '' end,
        case v.kind when 'embed' then 'https://player.test/' || n else '' end,
        case v.kind when 'embed' then 'player' end, case v.kind when 'embed' then n::text end,
        case when pg_temp.chance(n, 6) < 0.5 then 'item-' || n end,
        case v.kind when 'hosted' then sha256(n::text::bytea) end, 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
        case when pg_temp.chance(n, 7) < 0.005 then 0 else (20 + 3000 * pg_temp.chance(n, 8) ^ 2)::int end,
        (360 * (1 + n % 6)) * 16 / 9, 360 * (1 + n % 6), (1000000 * pg_temp.chance(n, 9) ^ 8)::int, v.kind, s.status,
        case s.status when 'hidden' then
          (array['administrator', 'administrator', 'administrator', 'gone', 'gone', 'basis', 'takedown'])[1 + n % 7] end,
        case when s.status = 'removed' and n % 2 = 0 then 'Not wanted here.' end,
        'slug-' || n, m.at, case when s.status <> 'processing' then m.at end
      from generate_series(1, :size::bigint) as n,
        lateral (select 'https://host-' || floor(300 * pg_temp.chance(n, 10) ^ 2) || '.test/watch/' || n as url offset 0) as a,
        lateral (select now() - interval '3 years' * (1 - n / :size::float8) as at) as spread,
        lateral (select case when n % 100000 < 5000 then date_bin('10 seconds', spread.at, '2000-01-01 00:00Z')
                   else spread.at end as at) as m,
        lateral (select pg_temp.chance(n, 11) as k, pg_temp.chance(n, 12) as s offset 0) as drawn,
        lateral (select case when k < 0.7 then 'hosted' when k < 0.95 then 'remote' else 'embed' end as kind offset 0) as v,
        lateral (select case when s < 0.94 then 'published' when s < 0.975 then 'hidden' when s < 0.999 then 'removed'
                   else 'processing' end as status offset 0) as s,
        lateral (select initcap(${[1, 2, 3, 4, 5].map(word).join(" || ' ' || ")})
              || case when n % (:size / 50) = 7 then ' Zebra' else '' end as title,
            array[${[1, 2, 3, 4].map(tag).join(', ')}]
              || case when n % 4 = 0 then array['set ' || floor(:size / 20 * pg_temp.chance(n, 40))] else '{}' end as tags offset 0) as t`,
  },
  {
    name: 'documents of the search',
    tables: ['video_search'],
    sql: `
      insert into video_search (video_id, doc, views, tier, visible)
      select id, setweight(to_tsvector('simple', title), 'A')
          || setweight(to_tsvector('simple', array_to_string(tags, ' ') || ' ' || category), 'B')
          || setweight(to_tsvector('simple', description), 'C'),
        views, case when views > 430000 then 4 end, status = 'published'
      from videos`,
  },
  {
    name: 'tags, facets and lists',
    tables: ['video_tags', 'video_facets', 'tag_totals'],
    sql: `
      insert into video_tags (video_id, tag, category, published_at, length, quality)
        select distinct v.id, lower(t.tag), v.category, v.published_at, length_class(v.duration), quality_class(v.height)
        from videos v, unnest(v.tags) as t (tag) where v.status = 'published' and t.tag <> '';
      insert into tag_totals (tag, n) select tag, count(*) from video_tags group by tag;
      insert into video_facets
        select id, category, length_class(duration), quality_class(height), duration, views, published_at
        from videos where status = 'published';
      insert into list_buckets (category, span, starts_at, n)
        select list, span, bucket_start(span, v.published_at), count(*)
        from videos v, lateral (values (''), (v.category)) as lists (list),
          (values ('month'), ('day'), ('slot')) as spans (span)
        where v.status = 'published' group by 1, 2, 3;
      update categories c set video_count = n
        from (select category, count(*) as n from videos where status = 'published' group by 1) as v
        where v.category = c.name;
      update catalogue_totals set (videos, views) =
        (select count(*) filter (where status = 'published'), sum(views) from videos);
      insert into video_counts (about, value, kept, n)
        select c.about, c.value, wants_quarantine(v.status, v.hidden_reason), count(*)
        from videos v, lateral (values ('status', v.status), ('hidden_reason', v.hidden_reason), ('kind', v.kind),
                                  ('source', coalesce(v.source_id, '')), ('category', v.category)) as c (about, value)
        where c.value is not null group by 1, 2, 3`,
  },
  {
    name: 'stored files',
    tables: ['stored_files'],
    sql: `
      insert into stored_files (video_id, key, purpose, name, size_bytes)
        select v.id, 'videos/' || v.id || '/' || f.name, f.purpose, f.name, f.bytes
        from videos v, (values ('play', 'film.mp4', 40000000), ('thumbnail', 'thumbnail-320.webp', 20000),
                          ('thumbnail', 'thumbnail-640.webp', 40000), ('preview', 'preview.mp4', 400000))
                         as f (purpose, name, bytes)
        where v.kind = 'hosted' or f.purpose = 'thumbnail';
      insert into storage_counts (place, purpose, files, bytes)
        select place, purpose, count(*), sum(size_bytes) from stored_files group by 1, 2`,
  },
  {
    name: 'health',
    tables: ['video_health'],
    sql: `
      insert into video_health (video_id, kind, lane, published_at, state, next_check_at, checks, last_checked_at,
          last_alive_at, failing_since, gone_at, awaits_decision)
        select id, kind, coalesce(source_id, ''), published_at, case when is_gone then 'gone' else 'alive' end,
          case when not is_gone then now() + interval '1 day' end, 9, now(), now() - interval '1 day',
          case when is_gone then now() - interval '5 days' end, case when is_gone then now() end, is_gone
        from (select *, hidden_reason is not null and hidden_reason = 'gone' as is_gone from videos) as v
        where published_at is not null and (kind <> 'hosted' or is_gone);
      insert into survival_counts (lane, ages_reached, is_gone, n)
        select lane, ages_reached, state = 'gone', count(*) from video_health
        where ages_reached is not null group by 1, 2, 3`,
  },
];
