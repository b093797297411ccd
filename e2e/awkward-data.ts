import path from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/kernel/db/embedded.ts';
import { createDb, createPool, type Db } from '../packages/server/src/kernel/db/pool.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { makeCategory, makeVideo } from '../packages/server/src/test/factories.ts';
import { settleNoted } from '../packages/server/src/words/keywords/standing.ts';

/** Older than everything the demo crawls, so that the first page of its lists stays as it is. */
const LONG_AGO_MS = Date.UTC(2020, 0, 1, 12);
const MINUTE_MS = 60_000;

/** Categories whose names sort last, in order. */
const ODD = 'Odd shapes';
const SINGLE = 'Only one';
export const EMPTY = 'Zero videos';
export const MANAGED = 'Managed charts';
/** Enough videos for more than five pages of any list. */
const MANY = 'Numbered charts';
const MANY_COUNT = 175;
/** As many are newer than the awkward ones: neither the first pages of all videos nor the last one has those. */
const NEWER_COUNT = 90;

const LONG_TITLE =
  'A title that goes on and on, as titles from sitemaps do, with a list of everything that can be seen in it: circles, squares, hexagons and Donaudampfschifffahrtsgesellschaftskapitänspatent';
const RTL_TITLE = 'مجموعة جوليا تدور ببطء في ضوء المساء';

/** Ids of the videos, by what is awkward about them. */
export interface Awkward {
  long: string;
  rtl: string;
  pictureless: string;
  /** Without a duration, and with one view. */
  unmeasured: string;
  thousand: string;
  million: string;
  upright: string;
  /** The only one of its category, without tags. */
  alone: string;
}

/** Adds to a running site's database what its source lacks. Idempotent. */
export function makeAwkwardData(dataDir: string): Promise<Awkward> {
  return withDatabase(dataDir, async (db) => {
    const awkward = (await findAwkward(db)) ?? (await makeAwkwardVideos(db));
    await makeCategory(db, EMPTY);
    await makeKeywords(db, awkward);
    return awkward;
  });
}

/** Published videos to be managed, in a category of their own, the first one the oldest; their ids. */
export function addVideosToManage(dataDir: string, titles: readonly string[]): Promise<string[]> {
  return withDatabase(dataDir, async (db) => {
    const ids: string[] = [];
    // A test that failed may have left its own.
    await db.deleteFrom('videos').where('category', '=', MANAGED).execute();
    for (const [n, title] of titles.entries())
      ids.push(
        await makeVideo(db, {
          ...dated(n),
          ...{ category: MANAGED, title, tags: ['managed'], video_url: `videos/managed/${n}/video.mp4` },
        }),
      );
    return ids;
  });
}

/** One more published video, shown by a provider's player. */
export function makeEmbeddedVideo(db: Db, embed: { provider: string; id: string }): Promise<string> {
  const fields = { kind: 'embed', embed_provider: embed.provider, embed_id: embed.id };
  return makeVideo(db, { ...fields, title: 'An embedded test chart' });
}

export async function withDatabase<T>(dataDir: string, use: (db: Db) => Promise<T>): Promise<T> {
  const { connection, stop } = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog);
  const pool = createPool({
    connection,
    maxConnections: 2,
    applicationName: 'vesper-e2e',
    onIdleError: () => {},
  });
  const db = createDb(pool);
  try {
    return await use(db);
  } finally {
    await db.destroy();
    await stop();
  }
}

const NAMES: Record<keyof Awkward, string> = {
  long: LONG_TITLE,
  rtl: RTL_TITLE,
  pictureless: 'A picture that is missing',
  unmeasured: 'A film of unknown length',
  thousand: 'Seen a thousand times',
  million: 'Seen a million times',
  upright: 'An upright test chart',
  alone: 'All alone',
};

async function findAwkward(db: Db): Promise<Awkward | undefined> {
  const names = Object.entries(NAMES);
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'title'])
    .where(
      'title',
      'in',
      names.map(([, title]) => title),
    )
    .execute();
  if (rows.length < names.length) return undefined;
  const idOf = new Map(rows.map(({ id, title }) => [title, id]));
  return Object.fromEntries(
    names.map(([name, title]) => [name, idOf.get(title) ?? '']),
  ) as unknown as Awkward;
}

async function makeAwkwardVideos(db: Db): Promise<Awkward> {
  // All use the files of a crawled video: the awkward part is not the film.
  const files = await db
    .selectFrom('videos')
    .select(['video_url', 'thumbnail_url', 'duration', 'width', 'height'])
    .where('status', '=', 'published')
    .where('kind', '=', 'hosted')
    .orderBy('duration')
    .executeTakeFirstOrThrow();
  const make = (name: keyof Awkward, place: number, fields: Parameters<typeof makeVideo>[1] = {}) =>
    makeVideo(db, {
      ...files,
      ...dated(place),
      category: ODD,
      tags: ['odd', 'calm'],
      description: `The first line.\nThe second line, kept apart.\n${seenFromAllSides(NAMES[name])}`,
      title: NAMES[name],
      ...fields,
    });
  const awkward = {
    long: await make('long', 0),
    rtl: await make('rtl', 1, { tags: ['هدوء', 'odd'] }),
    pictureless: await make('pictureless', 2, { thumbnail_url: 'thumbnails/none.webp' }),
    unmeasured: await make('unmeasured', 3, { duration: 0, views: 0 }),
    thousand: await make('thousand', 4, { duration: 65, views: 1234 }),
    million: await make('million', 5, { duration: 4215, views: 2_345_678 }),
    upright: await make('upright', 6, { width: 720, height: 1280 }),
    alone: await make('alone', 7, { category: SINGLE, tags: [] }),
  };
  for (let n = 1; n <= MANY_COUNT; n += 1) {
    await makeVideo(db, {
      ...files,
      ...dated(n <= NEWER_COUNT ? -n : n),
      category: MANY,
      title: `Numbered chart ${n}`,
      // Words of its own, as search engines want them.
      description: `Chart ${n} has ${n + 1} bars in ${2 * n} rows of ${3 * n} dots, and ${n + 5} lines across ${n + 7} fields.`,
    });
  }
  return awkward;
}

function seenFromAllSides(name: string): string {
  return ['the left', 'the right', 'above', 'below'].map((side) => `${name}, seen from ${side}.`).join(' ');
}

function dated(place: number) {
  const date = new Date(LONG_AGO_MS - place * MINUTE_MS);
  return { created_at: date, published_at: date };
}

/**
 * One keyword with videos of which one is translated, one without a language and without videos, and two whose pages
 * search engines may index.
 */
async function makeKeywords(db: Db, { long, rtl }: Awkward): Promise<void> {
  await db
    .insertInto('languages')
    .values({ code: 'de', name: 'German', native_name: 'Deutsch' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const texts = { meta_title: 'Ruhige Muster', meta_description: 'Muster, die sich langsam verändern.' };
  const full = await makeKeyword(db, {
    keyword: 'ruhige muster',
    slug: 'ruhige-muster',
    language_code: 'de',
    views: 1500,
    ...texts,
  });
  await makeKeyword(db, {
    keyword: 'empty patterns',
    slug: 'empty-patterns',
    meta_title: 'Empty patterns',
    meta_description: 'Patterns that nobody has made yet.',
  });
  if (!full) return;
  await db
    .insertInto('keyword_videos')
    .values([
      { keyword_id: full, video_id: long, relevance_score: 2 },
      { keyword_id: full, video_id: rtl, relevance_score: 1 },
    ])
    .execute();
  await db
    .insertInto('video_translations')
    .values({ video_id: long, language_code: 'de', title: 'Ein langer Titel', description: 'Erste Zeile.' })
    .execute();
  await makeIndexableKeyword(db, { keyword: 'every seventh', language_code: 'en', every: 7 });
  await makeIndexableKeyword(db, { keyword: 'jede zwanzigste', language_code: 'de', every: 20 });
  await settleNoted(db, AbortSignal.timeout(60_000));
}

/** A reviewed one, of every so many numbered charts. */
async function makeIndexableKeyword(
  db: Db,
  { every, ...names }: { keyword: string; language_code: string; every: number },
): Promise<void> {
  const texts = { meta_title: `Page of ${names.keyword}`, meta_description: `Every ${every}th chart.` };
  const slug = names.keyword.replace(' ', '-');
  const id = await makeKeyword(db, { ...names, ...texts, slug, reviewed_at: new Date() });
  if (!id) return;
  const numbers = Array.from({ length: Math.floor(MANY_COUNT / every) }, (_, index) => (index + 1) * every);
  const titles = numbers.map((n) => `Numbered chart ${n}`);
  const videos = await db.selectFrom('videos').select('id').where('title', 'in', titles).execute();
  const links = videos.map((video) => ({ keyword_id: id, video_id: video.id }));
  await db.insertInto('keyword_videos').values(links).execute();
}

/** The new keyword's id; undefined if it already existed. */
async function makeKeyword(
  db: Db,
  fields: {
    keyword: string;
    slug: string;
    language_code?: string;
    views?: number;
    meta_title: string;
    meta_description: string;
    reviewed_at?: Date;
  },
): Promise<string | undefined> {
  const there = await db
    .selectFrom('keywords')
    .select('id')
    .where('slug', '=', fields.slug)
    .executeTakeFirst();
  if (there) return undefined;
  const row = await db.insertInto('keywords').values(fields).returning('id').executeTakeFirstOrThrow();
  return row.id;
}
