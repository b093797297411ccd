import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { columnOf, execute } from '@vesper/core/db/run-sql.ts';
import { ownedWithin, publiclyVisible } from '@vesper/library/videos';
import type { Share } from '@vesper/site/domains';
import { indexableKeyword } from '@vesper/words/keywords';
import { sql } from 'kysely';
import type { Shard } from './shard-queries.ts';
import { DESCRIPTION_LENGTH, MOST_TAGS } from './sitemap-xml.ts';

const prepared = sql.raw(PREPARED);

export interface SitemapRow {
  id: string;
  kind: string;
  title: string;
  description: string;
  /** One per line. */
  tags: string;
  thumbnail_url: string;
  video_url: string;
  embed_url: string;
  embed_provider: string | null;
  embed_id: string | null;
  duration: number;
  /** PostgreSQL's UTC text: precise enough for a cursor, and cheaper than dates. */
  published_at: string;
  changed_at: string | null;
}

interface VideoBatch {
  share: Share;
  after: Pick<SitemapRow, 'id' | 'published_at'> | undefined;
  limit: number;
}

/** Public videos that the domain owns, oldest first. */
export function selectSitemapVideos(
  db: Db,
  { starts_at, starts_id, ends_at, ends_id }: Shard,
  { share, after, limit }: VideoBatch,
): Promise<SitemapRow[]> {
  const begins = after
    ? sql`(v.published_at, v.id) > (${after.published_at}::timestamptz, ${after.id})`
    : sql`(v.published_at, v.id) >= (${starts_at}::timestamptz, ${starts_id})`;
  return execute(db)<SitemapRow>`${prepared}
    select v.id, v.kind, v.title, left(v.description, ${sql.lit(DESCRIPTION_LENGTH + 1)}) as description,
      array_to_string(v.tags[:${sql.lit(MOST_TAGS)}], E'\\n') as tags, v.thumbnail_url, v.video_url, v.duration,
      v.embed_url, v.embed_provider, v.embed_id,
      v.published_at::text, v.changed_at::text
    from videos v
    where ${publiclyVisible} and ${ownedWithin(share)} and ${begins} and (v.published_at, v.id) < (${ends_at}::timestamptz, ${ends_id})
    order by v.published_at, v.id limit ${limit}::int`;
}

/** In order of addition, so that new keywords do not change older sitemaps. */
const MOST_KEYWORDS = 10_000;

export interface KeywordRange {
  language: string;
  part: number;
}

/** Only parts with an indexable page. */
export function selectKeywordRanges(db: Db): Promise<KeywordRange[]> {
  return execute(db)<KeywordRange>`${prepared}
    select p.language_code as language, ((p.position - 1) / ${sql.lit(MOST_KEYWORDS)} + 1)::int as part
    from keyword_pages p where ${indexableKeyword} group by 1, 2 order by 1, 2`;
}

export function selectKeywordSlugs(db: Db, { language, part }: KeywordRange): Promise<string[]> {
  return columnOf(db)<string>`${prepared}
    select p.slug from keyword_pages p
    where p.language_code = ${language} and p.position > (${part}::bigint - 1) * ${sql.lit(MOST_KEYWORDS)}
      and p.position <= ${part}::bigint * ${sql.lit(MOST_KEYWORDS)} and ${indexableKeyword}
    order by p.position`;
}

export function selectCategories(db: Db, share: Share): Promise<{ name: string; slug: string }[]> {
  return execute(db)<{ name: string; slug: string }>`${prepared}
    select name, slug from (select name as category, name, slug from categories where video_count > 0) as v
    where ${ownedWithin(share)} order by slug`;
}
