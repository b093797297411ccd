import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../packages/server/src/kernel/db/pool.ts';
import { listVideos } from '../../packages/server/src/library/videos/videos.ts';
import { CATEGORY_NAMES } from '../catalogue/vocabulary.ts';
import { unsigned } from '../subjects.ts';

const PAUSE_MS = 100;
const PAGE = { page: 1, limit: 24 };
const ASKED = [{}, { category: CATEGORY_NAMES[0] }, { search: 'violet fractal' }, { tag: 'prism' }];

/** A visitor who opens lists and searches in turn until told to stop; the milliseconds of each. */
export function startVisitor(db: Db): { stop(): Promise<number[]> } {
  const leaving = new AbortController();
  const visit = (async () => {
    const times: number[] = [];
    for (let turn = 0; !leaving.signal.aborted; turn += 1) {
      const startedAt = performance.now();
      await listVideos({ db, addresses: unsigned }, { ...PAGE, ...ASKED[turn % ASKED.length] });
      times.push(performance.now() - startedAt);
      await sleep(PAUSE_MS);
    }
    return times;
  })();
  return {
    stop() {
      leaving.abort();
      return visit;
    },
  };
}

/** Throws unless lists, categories, tags and search hold exactly `videos` videos, and the given title is found. */
export async function expectListed(db: Db, videos: number, title: string): Promise<void> {
  const publicVideos = { db, addresses: unsigned };
  const { pagination } = await listVideos(publicVideos, PAGE);
  const counted = await db
    .selectFrom('categories')
    .select(({ fn }) => fn.sum<number>('video_count').as('n'))
    .executeTakeFirstOrThrow();
  const tagged = await db
    .selectFrom('tag_totals')
    .select(({ fn }) => fn.sum<number>('n').as('n'))
    .executeTakeFirstOrThrow();
  const tags = await db
    .selectFrom('video_tags')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const found = await listVideos(publicVideos, { ...PAGE, search: title });
  const isRight =
    pagination.totalVideos === videos &&
    Number(counted.n) === videos &&
    Number(tagged.n) === Number(tags.n) &&
    found.videos.some((video) => video.title === title);
  if (isRight) return;
  const told = { listed: pagination.totalVideos, inCategories: counted.n, tagged: tagged.n, tags: tags.n };
  throw new Error(`Lists or search are wrong: ${JSON.stringify(told)}`);
}
