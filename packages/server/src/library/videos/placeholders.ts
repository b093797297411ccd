import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../kernel/db/pool.ts';
import type { JobContext } from '../../kernel/jobs/runner.ts';
import type { Place, Storages } from '../../kernel/storage/storage.ts';
import { makePlaceholder } from '../media/index.ts';
import { type MadePlaceholder, selectWithoutPlaceholder, updatePlaceholders } from './placeholder-queries.ts';

const PAGE = 100;

/**
 * Makes missing placeholders of published videos, page by page, and rests after each as long as it took: visitors come
 * first. Safe to interrupt: finished pages are not repeated, nor files that are not pictures. A file that cannot be
 * read now is left for the next run.
 */
export async function fillPlaceholders(
  db: Db,
  storages: Storages,
  { signal, log }: JobContext,
): Promise<void> {
  let afterId = '';
  let unread = 0;
  let fault: unknown;
  for (;;) {
    const startedAt = performance.now();
    const made: MadePlaceholder[] = [];
    const videos = await selectWithoutPlaceholder(db, afterId, PAGE);
    for (const { id, thumbnail_url: key, place } of videos) {
      signal.throwIfAborted();
      afterId = id;
      try {
        const bytes = await readThumbnail(storages, { place, key });
        made.push({ id, thumbnailKey: key, placeholder: await placeholderOf(bytes) });
      } catch (error) {
        if (!(error instanceof ThumbnailError)) throw error;
        unread += 1;
        fault = error.cause ?? error;
      }
    }
    await updatePlaceholders(db, made);
    if (videos.length < PAGE) break;
    await sleep(performance.now() - startedAt, undefined, { signal });
  }
  if (unread > 0)
    log.warn({ unread, err: fault }, 'Thumbnails could not be read; the next run will try again.');
}

/** A temporary fault of the storage or the machine, not of the picture. */
class ThumbnailError extends Error {}

/** Read here, because sharp reports a file that it cannot open as not a picture. */
async function readThumbnail(
  storages: Storages,
  { place, key }: { place: Place | null; key: string },
): Promise<Buffer> {
  try {
    const body = place && (await storages.at(place).read(key));
    if (body) return await buffer(body);
  } catch (error) {
    throw new ThumbnailError('The thumbnail could not be read.', { cause: error });
  }
  throw new ThumbnailError('The thumbnail is not in the storage.');
}

/** '' where the file is not a picture. */
async function placeholderOf(bytes: Buffer): Promise<string> {
  try {
    return await makePlaceholder(bytes);
  } catch (error) {
    if (/memory|thread|system error/i.test(String(error)))
      throw new ThumbnailError('The picture could not be processed.', { cause: error });
    return '';
  }
}
