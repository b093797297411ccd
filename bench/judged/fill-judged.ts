import { createHash } from 'node:crypto';
import type { Db } from '../../packages/server/src/kernel/db/pool.ts';
import { foldSearchWords, refreshSearchRanks } from '../../packages/server/src/library/search/index.ts';
import { makeVideo } from '../../packages/server/src/test/factories.ts';
import { type JudgedVideo, readSubjects } from './read-judged.ts';

const DAY_MS = 86_400_000;
const THREE_YEARS = 1095;
/** The most viewed has about this many times the views of the least viewed, evenly in orders of magnitude. */
const MOST_VIEWS = 100_000;

/** Publishes the videos, with views and ages that are always the same for each, and ranks them and folds their words as the jobs do. */
export async function publishJudged(db: Db, videos: readonly JudgedVideo[]): Promise<void> {
  const subjects = readSubjects();
  for (const { id, subject, title, tags, description } of videos) {
    const [views, age] = sharesOf(id);
    await makeVideo(db, {
      ...{ id, title, description, tags, category: subjects.get(subject)?.category ?? 'Others' },
      views: Math.floor(MOST_VIEWS ** views),
      published_at: new Date(Date.now() - age * THREE_YEARS * DAY_MS),
    });
  }
  const { signal } = new AbortController();
  await refreshSearchRanks(db, signal);
  await foldSearchWords(db, signal);
}

/** Two numbers from 0 to 1. */
function sharesOf(id: string): [number, number] {
  const hash = createHash('sha256').update(id).digest();
  return [hash.readUInt16BE(0) / 0xffff, hash.readUInt16BE(2) / 0xffff];
}
