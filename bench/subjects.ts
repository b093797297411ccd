import type { TestDatabase } from '../packages/test/database.ts';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { sampleSearches } from './catalogue/sample-searches.ts';
import { CATEGORY_NAMES } from './catalogue/vocabulary.ts';
import type { Subject } from './hot-reads.ts';

const SAMPLED_VIDEOS = 5000;

/** Measures only the database and its driver: the cost of signing addresses does not depend on the size. */
const own = {
  videoUrl: (video: { video_url: string }) => video.video_url,
  thumbnailUrl: (video: { thumbnail_url: string }) => video.thumbnail_url,
  previewUrl: () => null,
  storyboardUrl: () => null,
  hlsUrl: () => null,
  signVideo: (video: { video_url: string }) => ({ signedUrl: video.video_url, expiresIn: 0 }),
};
export const unsigned = { ...own, kept: own, embedUrl: () => null, embed: () => null };

/** Fills a database with `size` videos and looks up query parameters. */
export async function fillSubject(
  database: TestDatabase,
  size: number,
  onProgress: (done: number) => void,
): Promise<Subject> {
  await fillVideos(database, size, onProgress);
  return sampleSubject(database, size);
}

export async function fillVideos(
  database: TestDatabase,
  count: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const keys = { videoKey: 'seed/video.mp4', thumbnailKey: 'seed/thumbnail.webp' };
  await fillCatalogue(database, { count, now: new Date(), ...keys, onProgress });
}

/** Looks up query parameters in a filled database. */
export async function sampleSubject(
  { pool, db }: Pick<TestDatabase, 'pool' | 'db'>,
  size: number,
): Promise<Subject> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from videos order by source_url_hash limit ${SAMPLED_VIDEOS}`,
  );
  const counted = await pool.query<{ n: number }>('select video_count as n from categories where name = $1', [
    CATEGORY_NAMES[0],
  ]);
  const tags = await pool.query<{ tag: string }>('select tag from tag_totals order by n desc limit 1');
  return {
    size,
    publicVideos: { db, addresses: unsigned },
    searches: await sampleSearches(pool),
    videoIds: rows.map((row) => row.id),
    inCategory: counted.rows[0]?.n ?? 0,
    topTag: tags.rows[0]?.tag ?? '',
  };
}
