import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import {
  type HeldBack,
  type RefusalList,
  releaseHeldBack,
  selectPassed,
  upsertHeldBack,
} from '../refusals/index.ts';
import type { ToHide } from './changes/hiding-many.ts';
import { countPublic } from './lists/count-queries.ts';
import {
  hideRefused,
  lockRefused,
  selectPublicWords,
  selectSampleOfWords,
  showRefused,
  type VideoWords,
} from './refused-queries.ts';
import { forgetRelated } from './related/related-queries.ts';

/** Before a change of the terms: about half a second, whatever the library's size. */
const SAMPLE = 2000;
const MOST_READ = 20_000;

/** Holds videos with blocked terms for review, except words allowed before; returns their ids. */
export async function holdRefused(tx: Db, refusals: RefusalList, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : holdAmong(tx, refusals, await selectPublicWords(tx, ids));
}

export async function holdAmong(
  tx: Db,
  refusals: RefusalList,
  videos: readonly VideoWords[],
): Promise<string[]> {
  const held = await refusedAmong(tx, refusals, videos);
  if (held.length === 0) return [];
  const hidden = new Set(
    await hideRefused(
      tx,
      held.map(({ videoId }) => videoId),
    ),
  );
  await upsertHeldBack(
    tx,
    held.filter(({ videoId }) => hidden.has(videoId)),
  );
  await forgetRelated(tx, [...hidden]);
  return [...hidden];
}

/** Shows held-back videos again if their words are unchanged and no longer blocked. */
export async function showAmong(tx: Db, refusals: RefusalList, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const allowed: VideoWords[] = [];
  for (const video of await lockRefused(tx, ids)) {
    if (!findIn(refusals, video)) allowed.push(video);
    await setImmediate();
  }
  const released = await releaseHeldBack(
    tx,
    [true, false].flatMap((isCategoryRefused) =>
      allowed.map((video) => ({ id: video.id, words: wordsHash(video, isCategoryRefused) })),
    ),
  );
  await showRefused(tx, released);
}

/** How many public videos the terms would hide; in a large library estimated, rounded up so that it is never none. */
export async function countRefused(tx: Db, refusals: RefusalList, size: number = SAMPLE): Promise<ToHide> {
  const sample = await selectSampleOfWords(tx, size, MOST_READ);
  const refused = await refusedAmong(tx, refusals, sample);
  const all = await countPublic(tx);
  if (sample.length >= all) return { n: refused.length };
  return { n: Math.min(all, Math.ceil(((refused.length + 1) / sample.length) * all)), roughly: 'about' };
}

/** Without videos that an administrator has allowed. */
async function refusedAmong(
  db: Db,
  refusals: RefusalList,
  videos: readonly VideoWords[],
): Promise<HeldBack[]> {
  const refused: HeldBack[] = [];
  for (const video of videos) {
    const found = findIn(refusals, video);
    if (found) refused.push(found);
    // Long descriptions take time: lets requests and lease renewals run.
    await setImmediate();
  }
  if (refused.length === 0) return [];
  const passed = await selectPassed(
    db,
    refused.map(({ videoId: id, words }) => ({ id, words })),
  );
  return refused.filter(({ videoId }) => !passed.has(videoId));
}

function findIn(refusals: RefusalList, video: VideoWords): HeldBack | undefined {
  const { id, title, tags, description, category } = video;
  for (const [field, texts] of [
    ['title', [title]],
    ['tags', tags],
    ['description', [description]],
    ['category', [category]],
  ] as const)
    for (const text of texts) {
      const found = text === '' ? undefined : refusals.find(text);
      if (found)
        return {
          ...{ videoId: id, field, way: found.way },
          language: refusals.explain(found).language,
          words: wordsHash(video, refusals.isRefused(category)),
        };
    }
  return undefined;
}

/** The category counts only if blocked: an allowed video stays public when its category is renamed. */
function wordsHash({ title, tags, description, category }: VideoWords, isCategoryRefused: boolean): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([title, tags, description, ...(isCategoryRefused ? [category] : [])]))
    .digest();
}
