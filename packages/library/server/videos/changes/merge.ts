import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { forgetFiles } from '../../media/index.ts';
import { upsertSearchRow, wordingOf } from '../../search/index.ts';
import {
  insertRedirect,
  lockMerges,
  lockVideosToMerge,
  type MergeRow,
  noteUncopiedViews,
  updateMerged,
} from './merge-queries.ts';

/** The readers' limit per video. */
const MOST_TAGS = 30;
const MOST_VIEWS = 2 ** 31 - 1;

/** Unites views and tags; the merged video is removed and redirects. Throws not_found or conflict. */
export async function mergeVideoRows(tx: Db, fromId: string, toId: string): Promise<void> {
  if (fromId === toId) throw new AppError('bad_request', 'A video cannot be merged into itself.');
  await lockMerges(tx);
  const videos = await lockVideosToMerge(tx, [fromId, toId]);
  const from = videos.find(({ id }) => id === fromId);
  const to = videos.find(({ id }) => id === toId);
  if (!from || !to) throw new AppError('not_found', 'This video does not exist.');
  refuseMerge(from, to);
  const movedViews = Math.min(from.views, MOST_VIEWS - to.views);
  const tags = unitedTags(to.tags, from.tags);
  await updateMerged(tx, { fromId, toId, tags, movedViews });
  await forgetFiles(tx, fromId);
  await noteUncopiedViews(tx, toId);
  await insertRedirect(tx, fromId, toId);
  await upsertSearchRow(tx, toId, wordingOf({ ...to, tags }), true);
}

function refuseMerge(from: MergeRow, to: MergeRow): void {
  if (to.merged_into === from.id)
    throw new AppError('conflict', 'The video to keep was merged into this one: it cannot be merged back.');
  if (from.merged_into !== null)
    throw new AppError('conflict', 'This video has already been merged into another.');
  if (to.merged_into !== null)
    throw new AppError(
      'conflict',
      `The video to keep has itself been merged into another: ${to.merged_into}.`,
    );
  if (to.status !== 'published') throw new AppError('conflict', 'The video to keep is not public.');
  // A disputed video must not live on under another address.
  const isMergeable =
    from.status === 'published' || (from.status === 'hidden' && from.hidden_reason !== 'takedown');
  if (!isMergeable)
    throw new AppError('conflict', 'Only a video that is public, or hidden without a notice, can be merged.');
}

/** Without duplicates in any case. */
function unitedTags(first: readonly string[], second: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of [...first, ...second])
    if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()].slice(0, Math.max(MOST_TAGS, first.length));
}
