import type { Video } from '@vesper/contract';
import { type Change, putting, removing } from './change.ts';
import { changeLibrary, currentLists } from './library-store.ts';
import { type Lists, snapshotOf, VIDEO_LISTS } from './lists.ts';
import { isPrivateSession } from './private-session.ts';

/**
 * Notes in the history that a video has been watched up to a position. Both times in seconds; the player may
 * know the duration better than the site. Does nothing in a private session.
 */
export async function recordWatch(
  video: Video,
  position: number,
  duration: number = video.duration,
): Promise<void> {
  if (isPrivateSession()) return;
  const now = Date.now();
  const snapshot = snapshotOf({ ...video, duration }, now);
  await changeLibrary(() => [putting('history', { ...snapshot, watchedAt: now, position })]);
}

/**
 * Where the visitor stopped in a video, and its duration, both in seconds; the player resumes there.
 */
export async function recallWatch(
  videoId: string,
): Promise<{ seconds: number; duration: number } | undefined> {
  const entry = (await currentLists()).history.get(videoId);
  return entry && { seconds: entry.position, duration: entry.duration };
}

/** Puts a video on a list, or takes it off if it is there. */
export async function toggleSaved(list: 'favourites' | 'watchLater', video: Video): Promise<void> {
  const now = Date.now();
  await changeLibrary((lists) =>
    lists[list].has(video.id)
      ? [removing(list, video.id)]
      : [putting(list, { ...snapshotOf(video, now), addedAt: now })],
  );
}

export async function toggleHiddenTag(tag: string): Promise<void> {
  await changeLibrary(({ hiddenTags }) =>
    hiddenTags.has(tag)
      ? [removing('hiddenTags', tag)]
      : [putting('hiddenTags', { tag, addedAt: Date.now() })],
  );
}

/** Brings every entry of a video up to what the site says of it now; null is what it says of a lost one. */
export async function updateSnapshots(videoId: string, video: Video | null): Promise<void> {
  await changeLibrary((lists) => snapshotChanges(lists, videoId, video, Date.now()));
}

function snapshotChanges(lists: Lists, videoId: string, video: Video | null, now: number): Change[] {
  return VIDEO_LISTS.flatMap((list) => {
    const entry = lists[list].get(videoId);
    if (!entry) return [];
    if (!video) return [putting(list, { ...entry, checkedAt: now, isGone: true })];
    const snapshot = snapshotOf(video, now);
    // In the history the player has measured the duration, and the position belongs to that.
    const duration = 'position' in entry && entry.duration > 0 ? entry.duration : snapshot.duration;
    return [putting(list, { ...entry, ...snapshot, duration, isGone: false })];
  });
}
