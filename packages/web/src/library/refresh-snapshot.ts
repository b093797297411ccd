import type { Client, Video } from '@vesper/contract';
import type { Answers } from '../data/answers.ts';
import { videoQuery } from '../data/catalogue-queries.ts';
import { type Change, putting, removing } from './change.ts';
import { tryToChange } from './library-store.ts';
import { type Lists, snapshotOf, VIDEO_LISTS } from './lists.ts';

/** A page may be full of old entries. */
const CONCURRENCY = 3;

/** Refreshed since the page was loaded. */
const asked = new Set<string>();
const waiting: (() => Promise<void>)[] = [];
let running = 0;

export function refreshSnapshot(cache: Answers, client: Client, videoId: string): void {
  if (asked.has(videoId)) return;
  asked.add(videoId);
  waiting.push(async () => {
    const video = await cache.fetch({ ...videoQuery(client, videoId), staleTime: 0 });
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
      // Silent: a failed request says nothing about the video, and the visitor did not ask for it.
    })
    .finally(() => {
      running -= 1;
      runNext();
    });
}

/** `video` is null if it is gone. */
export function snapshotChanges(lists: Lists, videoId: string, video: Video | null, now: number): Change[] {
  return VIDEO_LISTS.flatMap((list) => {
    const entry = lists[list].get(videoId);
    if (!entry) return [];
    if (!video) return [putting(list, { ...entry, checkedAt: now, isGone: true })];
    const snapshot = snapshotOf(video, now);
    // Merged into another: the entry moves to that one, unless the list has it already.
    const isMoved = video.id !== videoId;
    if (isMoved && lists[list].has(video.id)) return [removing(list, videoId)];
    // In the history both duration and position are the player's.
    const duration = 'position' in entry && entry.duration > 0 ? entry.duration : snapshot.duration;
    const moved = putting(list, { ...entry, ...snapshot, duration, isGone: false });
    return isMoved ? [removing(list, videoId), moved] : [moved];
  });
}
