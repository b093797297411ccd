import type pg from 'pg';
import type { Db } from '../../packages/core/server/db/pool.ts';
import { slugify } from '../../packages/core/server/lib/text/slug.ts';
import { FILE_NAMES } from '../../packages/library/server/media/files/file-names.ts';
import { refreshSearchRanks, wordingOf } from '../../packages/library/server/search/index.ts';
import { foldSearchWords } from '../../packages/library/server/search/words/vocabulary.ts';
import { copyRows } from './copy-rows.ts';
import { addressHash, type SyntheticVideo, syntheticAddress, syntheticVideos } from './synthetic-videos.ts';
import { CATEGORY_NAMES } from './vocabulary.ts';

export interface FillOptions {
  count: number;
  /** The end of the three years over which the videos were published. */
  now: Date;
  videoKey: string;
  thumbnailKey: string;
  onProgress?: (done: number) => void;
}

const CHUNK = 10_000;
const TABLES = `videos, video_search, video_tags, tag_totals, list_buckets, categories, catalogue_totals,
  video_facets, search_words, search_word_changes`;

/**
 * Adds `count` made-up published videos to a migrated database, by COPY, a transaction for each ten thousand, and
 * leaves it as after a quiet night: hot rows marked, words folded, vacuumed and analysed. Each run has its own number,
 * so that filling a database again adds other videos. Returns that number.
 */
export async function fillCatalogue(
  { pool, db }: { pool: pg.Pool; db: Db },
  options: FillOptions,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query("select pg_advisory_lock(hashtext('fill catalogue'))");
    await addCategories(client);
    const run = await nextRun(client);
    await fillInChunks({ client, db }, run, options);
    await refreshSearchRanks(db, new AbortController().signal);
    await client.query(`vacuum (analyze) ${TABLES}`);
    return run;
  } finally {
    // Closed instead of released, which would keep its lock and its settings.
    client.release(true);
  }
}

async function addCategories(client: pg.PoolClient): Promise<void> {
  const slugs = CATEGORY_NAMES.map(slugify);
  await client.query(
    `insert into categories (name, slug) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [CATEGORY_NAMES, slugs],
  );
}

async function nextRun(client: pg.PoolClient): Promise<number> {
  for (let run = 1; ; run += 1) {
    const hash = addressHash(syntheticAddress(run, 0));
    const { rowCount } = await client.query('select from videos where source_url_hash = $1', [hash]);
    if (!rowCount) return run;
  }
}

async function fillInChunks(
  { client, db }: { client: pg.PoolClient; db: Db },
  run: number,
  options: FillOptions,
): Promise<void> {
  let chunk: SyntheticVideo[] = [];
  let done = 0;
  for (const video of syntheticVideos({ count: options.count, run, now: options.now })) {
    chunk.push(video);
    if (chunk.length < CHUNK && done + chunk.length < options.count) continue;
    await addChunk(client, chunk, options);
    // A job does this every minute, so that the journal never holds all of them.
    await foldSearchWords(db, new AbortController().signal);
    done += chunk.length;
    options.onProgress?.(done);
    chunk = [];
  }
}

async function addChunk(
  client: pg.PoolClient,
  videos: readonly SyntheticVideo[],
  options: FillOptions,
): Promise<void> {
  await client.query('begin');
  try {
    await copyRows(client, 'videos', VIDEO_COLUMNS, videoRows(videos, options));
    await copyRows(client, 'stored_files', ['video_id', 'key', 'purpose', 'name'], fileRows(videos, options));
    await copyRows(
      client,
      'video_search',
      ['video_id', 'doc', 'language', 'rules', 'views', 'visible'],
      searchRows(videos),
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** A gradient's: without one, the worker would make it from each video's thumbnail. */
const PLACEHOLDER =
  'data:image/webp;base64,UklGRjYAAABXRUJQVlA4ICoAAADwAQCdASoQAAkAA4BaJZACdACydr8LjoAA/tp1oG+dvwAjAan6qJFyAAA=';

const VIDEO_COLUMNS = [
  ...['id', 'title', 'description', 'tags', 'category', 'source_url', 'source_url_hash', 'video_url'],
  ...['thumbnail_url', 'duration', 'views', 'created_at', 'kind', 'status', 'width', 'height', 'slug'],
  ...['published_at', 'placeholder'],
];

function* videoRows(videos: readonly SyntheticVideo[], { videoKey, thumbnailKey }: FillOptions) {
  for (const video of videos) {
    yield [
      ...[video.id, video.title, video.description, video.tags, video.category],
      ...[video.sourceUrl, video.sourceUrlHash, videoKey, thumbnailKey, video.durationSeconds, video.views],
      ...[video.publishedAt, 'hosted', 'published', video.width, video.height, slugify(video.title)],
      ...[video.publishedAt, PLACEHOLDER],
    ];
  }
}

function* fileRows(videos: readonly SyntheticVideo[], { videoKey, thumbnailKey }: FillOptions) {
  for (const { id } of videos) {
    yield [id, videoKey, 'play', FILE_NAMES.film];
    yield [id, thumbnailKey, 'thumbnail', FILE_NAMES.thumbnail(640, 'webp')];
  }
}

function* searchRows(videos: readonly SyntheticVideo[]) {
  for (const video of videos) {
    const { doc, language, rules } = wordingOf(video);
    yield [video.id, doc, language, rules, video.views, true];
  }
}
