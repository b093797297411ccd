import type { Video } from '@vesper/contract';
import { putting } from './change.ts';
import { currentLists, tryToChange } from './library-store.ts';
import { snapshotOf } from './lists.ts';
import { isPrivateSession } from './private-session.ts';
import { isWorthResuming } from './progress.ts';

/**
 * Notes in the history that a video has been watched up to a position. Both times in seconds; the player may
 * know the duration better than the site. Does nothing in a private session, and says nothing where it fails:
 * nobody has asked for it.
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

/** The second at which a video is to go on; undefined where it begins anew. Rejects if offline. */
export async function recallWatch(videoId: string): Promise<number | undefined> {
  const entry = (await currentLists()).history.get(videoId);
  return entry && isWorthResuming(entry) ? entry.position : undefined;
}
