import type { Db } from '../../db/pool.ts';
import type { FsStorage } from '../../storage/fs-storage.ts';
import { makePlaceholder } from '../media/index.ts';
import { selectWithoutPlaceholder, updatePlaceholder } from './placeholder-queries.ts';

const PAGE = 100;

/**
 * Makes the placeholders of published videos that have none, a page at a time. May be broken off at any point:
 * what is done is not done again, nor is a picture tried again that cannot be read.
 */
export async function fillPlaceholders(db: Db, storage: FsStorage, signal: AbortSignal): Promise<void> {
  let afterId = '';
  for (;;) {
    const videos = await selectWithoutPlaceholder(db, afterId, PAGE);
    for (const { id, thumbnail_url: key } of videos) {
      if (signal.aborted) return;
      await updatePlaceholder(db, id, key, await placeholderOf(storage, key));
      afterId = id;
    }
    if (videos.length < PAGE) return;
  }
}

/** '' where none can be made. */
async function placeholderOf(storage: FsStorage, key: string): Promise<string> {
  try {
    return await makePlaceholder(storage.pathOf(key));
  } catch {
    return '';
  }
}
