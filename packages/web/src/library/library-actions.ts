import { putting, removing } from './change.ts';
import { changeLibrary } from './library-store.ts';
import { type SavedVideo, snapshotOf, tagKey } from './lists.ts';

/** Adds a video to a list, or removes it. */
export async function toggleSaved(list: 'favourites' | 'watchLater', video: SavedVideo): Promise<void> {
  const now = Date.now();
  await changeLibrary((lists) =>
    lists[list].has(video.id)
      ? [removing(list, video.id)]
      : [putting(list, { ...snapshotOf(video, now), addedAt: now })],
  );
}

export async function toggleHiddenTag(tag: string): Promise<void> {
  const key = tagKey(tag);
  await changeLibrary(({ hiddenTags }) =>
    hiddenTags.has(key)
      ? [removing('hiddenTags', key)]
      : [putting('hiddenTags', { tag, addedAt: Date.now() })],
  );
}
