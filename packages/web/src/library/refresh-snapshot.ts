import type { QueryClient } from '@tanstack/react-query';
import type { Client, Video } from '@vesper/contract';
import { videoQuery } from '../data/catalogue-queries.ts';
import { type Change, putting, removing } from './change.ts';
import { tryToChange } from './library-store.ts';
import { type Lists, snapshotOf, VIDEO_LISTS } from './lists.ts';

/** Calls under way at once: a page full of old entries is no reason to press. */
const CONCURRENCY = 3;

/** Videos this page load has asked for; once is enough. */
const asked = new Set<string>();
const waiting: (() => Promise<void>)[] = [];
let running = 0;

/** Asks the site what it says of a video now, and keeps that: new facts and picture, or that it is gone. */
export function refreshSnapshot(cache: QueryClient, client: Client, videoId: string): void {
  if (asked.has(videoId)) return;
  asked.add(videoId);
  waiting.push(async () => {
    const video = await cache.fetchQuery({ ...videoQuery(client, videoId), staleTime: 0 });
    await tryToChange((lists) => snapshotChanges(lists, videoId, video, Date.now()));
  });
  runNext();
}

function runNext(): void {
  const task = running < CONCURRENCY ? waiting.shift() : undefined;
  if (!task) return;
  running += 1;
  task()
    .catch(() => {
      // No answer is no news of the video, and nobody has pressed anything: the entry stays as it is.
    })
    .finally(() => {
      running -= 1;
      runNext();
    });
}

/** Brings every entry of a video up to what the site says of it now; null is what it says of a lost one. */
export function snapshotChanges(lists: Lists, videoId: string, video: Video | null, now: number): Change[] {
  return VIDEO_LISTS.flatMap((list) => {
    const entry = lists[list].get(videoId);
    if (!entry) return [];
    if (!video) return [putting(list, { ...entry, checkedAt: now, isGone: true })];
    const snapshot = snapshotOf(video, now);
    // It was merged into another video: the entry goes over to that one, unless it is here too.
    const isMoved = video.id !== videoId;
    if (isMoved && lists[list].has(video.id)) return [removing(list, videoId)];
    // In the history the player has measured the duration, and the position belongs to that.
    const duration = 'position' in entry && entry.duration > 0 ? entry.duration : snapshot.duration;
    const moved = putting(list, { ...entry, ...snapshot, duration, isGone: false });
    return isMoved ? [removing(list, videoId), moved] : [moved];
  });
}
