import type { Video } from '@vesper/contract';
import { putting } from './change.ts';
import { currentLists, tryToChange } from './library-store.ts';
import { snapshotOf } from './lists.ts';
import { isPrivateSession } from './private-session.ts';
import { isWorthResuming } from './progress.ts';

/** In seconds; the player may know the duration better. Fails silently, since nobody asked for it. */
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

/** In seconds; undefined to start over. Rejects if offline. */
export async function recallWatch(videoId: string): Promise<number | undefined> {
  const entry = (await currentLists()).history.get(videoId);
  return entry && isWorthResuming(entry) ? entry.position : undefined;
}
