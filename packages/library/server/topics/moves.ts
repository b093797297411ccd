import type { Db } from '@vesper/core/db/pool.ts';
import { moveCategory, moveTag } from '../videos/index.ts';
import { addMoved, finishMove, lockOpenMove, type OpenMove, removeLeftCategory } from './queries.ts';

/** Per transaction, which locks rows, counts and tags. */
const BATCH = 500;

/** Safe to interrupt. */
export async function moveTopics(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await moveBatch(db)));
  signal.throwIfAborted();
}

/** Moves the next batch of the oldest move, after any batch in progress; false if none. */
export function moveBatch(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const move = await lockOpenMove(tx);
    if (!move) return false;
    const moveVideos = move.kind === 'category' ? moveCategory : moveTag;
    const moved = await moveVideos(tx, { from: move.from_name, to: move.to_name, limit: BATCH });
    await addMoved(tx, move.id, moved);
    if (moved === 0) await end(tx, move);
    return true;
  });
}

async function end(tx: Db, move: OpenMove): Promise<void> {
  // A video published under the former name meanwhile moves first.
  if (move.kind === 'category' && !(await removeLeftCategory(tx, move.from_name))) return;
  await finishMove(tx, move.id);
}
