import type { Video } from '@vesper/contract';
import { putting } from './change.ts';
import { currentLists, tryToChange } from './library-store.ts';
import { snapshotOf } from './lists.ts';
import { isPrivateSession } from './private-session.ts';
import { isWorthResuming } from './progress.ts';

/**
 * Records in the history that a video was watched up to a position. Times in seconds; the player may know the duration
 * better than the site. Does nothing in a private session, and fails silently, since no one asked for it.
 */
export async function recordWatch(
  video: Video,
  position: number,
  duration: number = video.duration,
): Promise<void> {
  if (isPrivateSession()) return;
  const now = Date.now();
  const snapshot = snapshotOf({ ...video, duration }, now);
  await tryToChange(() => [putting('history', { ...snapshot, watchedAt: now, position })]).catch(() => {});
}

/** The second at which to resume a video; undefined to start over. Rejects if offline. */
export async function recallWatch(videoId: string): Promise<number | undefined> {
  const entry = (await currentLists()).history.get(videoId);
  return entry && isWorthResuming(entry) ? entry.position : undefined;
}
