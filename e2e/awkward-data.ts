import path from 'node:path';
import { startEmbeddedPostgres } from '../packages/core/server/db/embedded.ts';
import { createDb, createPool, type Db } from '../packages/core/server/db/pool.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { makeCategory, makeVideo } from '../packages/test/factories.ts';
import { settleNoted } from '../packages/words/server/keywords/standing.ts';

/** Older than everything the demo crawls, so that the first pages of its lists stay as they are. */
const LONG_AGO_MS = Date.UTC(2020, 0, 1, 12);
const MINUTE_MS = 60_000;

/** Categories whose names sort last, in order. */
const ODD = 'Odd shapes';
const SINGLE = 'Only one';
const EMPTY = 'Zero videos';
export const MANAGED = 'Managed charts';
/** Enough videos for more than five pages of any list. */
const MANY = 'Numbered charts';
const MANY_COUNT = 175;

const LONG_TITLE =
  'A title that never seems to end, as titles from sitemaps do, with a list of everything that can be seen in it: circles, squares, hexagons and Donaudampfschifffahrtsgesellschaftskapitänspatent';
const RTL_TITLE = 'مجموعة جوليا تدور ببطء في ضوء المساء';

/** Ids of the videos, by their awkward property. */
export interface Awkward {
  long: string;
  rtl: string;
  pictureless: string;
  /** Without a duration, and with one view. */
  unmeasured: string;
  thousand: string;
  million: string;
  upright: string;
  /** The only video in its category, without tags. */
  alone: string;
}

/** Adds cases that the source lacks to a running site's database. Idempotent. */
export function makeAwkwardData(dataDir: string): Promise<Awkward> {
  return withDatabase(dataDir, async (db) => {
    const awkward = (await findAwkward(db)) ?? (await makeAwkwardVideos(db));
    await makeCategory(db, EMPTY);
    await makeKeyword(db, awkward);
    return awkward;
  });
}

/** Published videos in their own category; their ids. */
export function addVideosToManage(dataDir: string, titles: readonly string[]): Promise<string[]> {
  return withDatabase(dataDir, async (db) => {
    const ids: string[] = [];
    // Left by a failed test.
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
  // All share the files of a crawled video.
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
      description: 'The first line.\nThe second line, kept apart.',
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
  for (let n = 1; n <= MANY_COUNT; n += 1)
    await makeVideo(db, { ...files, ...dated(-n), category: MANY, title: `Numbered chart ${n}` });
  return awkward;
}

function dated(place: number) {
  const date = new Date(LONG_AGO_MS - place * MINUTE_MS);
  return { created_at: date, published_at: date };
}

/** A German keyword with videos, one of them translated. Idempotent. */
async function makeKeyword(db: Db, { long, rtl }: Awkward): Promise<void> {
  await db
    .insertInto('languages')
    .values({ code: 'de', name: 'German', native_name: 'Deutsch' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .insertInto('keywords')
    .values({
      ...{ keyword: 'ruhige muster', slug: 'ruhige-muster', language_code: 'de', views: 1500 },
      ...{ meta_title: 'Ruhige Muster', meta_description: 'Muster, die sich langsam verändern.' },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  await db
    .insertInto('keyword_videos')
    .values([
      { keyword_id: row.id, video_id: long, relevance_score: 2 },
      { keyword_id: row.id, video_id: rtl, relevance_score: 1 },
    ])
    .execute();
  await db
    .insertInto('video_translations')
    .values({ video_id: long, language_code: 'de', title: 'Ein langer Titel', description: 'Erste Zeile.' })
    .execute();
  await settleNoted(db, AbortSignal.timeout(60_000));
}
