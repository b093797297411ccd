import { createHash } from 'node:crypto';
import type { Db } from '../../packages/core/server/db/pool.ts';
import { refreshSearchRanks } from '../../packages/library/server/search/index.ts';
import { foldSearchWords } from '../../packages/library/server/search/words/vocabulary.ts';
import { makeSource, makeVideo } from '../../packages/test/factories.ts';
import { type JudgedVideo, readSubjects } from './read-judged.ts';

const DAY_MS = 86_400_000;
const THREE_YEARS = 1095;
/** Ratio of the most to the least viewed, with views spread evenly over orders of magnitude. */
const MOST_VIEWS = 100_000;

/** Most videos are from the first source, some from none. */
const SOURCES = 3;

/** Publishes the videos in their languages, with fixed sources, views and ages, and ranks them and folds their words as the jobs do. */
export async function publishJudged(db: Db, videos: readonly JudgedVideo[]): Promise<void> {
  const subjects = readSubjects();
  const sources = [];
  for (let n = 0; n < SOURCES; n += 1) sources.push(await makeSource(db));
  for (const { id, language, subject, title, tags, description } of videos) {
    const [views, age, source] = sharesOf(id);
    await makeVideo(db, {
      ...{ id, language, title, description, tags },
      category: subjects.get(subject)?.category ?? 'Others',
      source_id: sources[Math.floor(source ** 2 * (SOURCES + 1))] ?? null,
      views: Math.floor(MOST_VIEWS ** views),
      published_at: new Date(Date.now() - age * THREE_YEARS * DAY_MS),
    });
  }
  const { signal } = new AbortController();
  await refreshSearchRanks(db, signal);
  await foldSearchWords(db, signal);
}

/** Three numbers from 0 to 1. */
function sharesOf(id: string): [number, number, number] {
  const hash = createHash('sha256').update(id).digest();
  return [hash.readUInt16BE(0) / 0xffff, hash.readUInt16BE(2) / 0xffff, hash.readUInt16BE(4) / 0xffff];
}
