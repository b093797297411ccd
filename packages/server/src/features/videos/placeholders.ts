import { readFile } from 'node:fs/promises';
import type { Db } from '../../db/pool.ts';
import type { JobContext } from '../../jobs/runner.ts';
import type { Storages } from '../../storage/storage.ts';
import { makePlaceholder } from '../media/index.ts';
import { selectWithoutPlaceholder, updatePlaceholder } from './placeholder-queries.ts';

const PAGE = 100;

/**
 * Makes the placeholders of published videos that have none, a page at a time. May be broken off at any point:
 * what is done is not done again, nor is a file tried again that is no picture. One that cannot be read at the
 * moment is left to the next time.
 */
export async function fillPlaceholders(
  db: Db,
  { main }: Storages,
  { signal, log }: JobContext,
): Promise<void> {
  let afterId = '';
  let unread = 0;
  let fault: unknown;
  for (;;) {
    const videos = await selectWithoutPlaceholder(db, afterId, PAGE);
    for (const { id, thumbnail_url: key } of videos) {
      signal.throwIfAborted();
      afterId = id;
      try {
        await updatePlaceholder(db, id, key, await placeholderOf(main.localPath(key)));
      } catch (error) {
        if (!(error instanceof ThumbnailError)) throw error;
        unread += 1;
        fault = error.cause;
      }
    }
    if (videos.length < PAGE) break;
  }
  if (unread > 0) log.warn({ unread, err: fault }, 'Thumbnails could not be read; they are tried again.');
}

/** A passing fault: of the storage or the machine, not of the picture. */
class ThumbnailError extends Error {}

/** '' where the file is no picture. Read here, because sharp takes a file that it cannot open for one. */
async function placeholderOf(thumbnailPath = ''): Promise<string> {
  const bytes = await readFile(thumbnailPath).catch((error) => {
    throw new ThumbnailError('The thumbnail could not be read.', { cause: error });
  });
  try {
    return await makePlaceholder(bytes);
  } catch (error) {
    if (/memory|thread|system error/i.test(String(error)))
      throw new ThumbnailError('The picture could not be worked on.', { cause: error });
    return '';
  }
}
