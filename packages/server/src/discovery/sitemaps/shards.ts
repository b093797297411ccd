import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import {
  countShard,
  foldChanges,
  insertFirstShard,
  lockShards,
  type ShardSizes,
  selectUncounted,
} from './shard-queries.ts';

/**
 * Far below what the protocol allows (50,000, and 50 MiB): a crawler that asks for one with a changed video need not
 * read much. A shard inside the order, to which videos have come back, may hold half as many again.
 */
export const MOST_VIDEOS = 10_000;

/** What one transaction counts, so that no statement takes long after a pause, or after an upgrade. */
const BATCH = { changes: 20_000, pieces: 20 };

/** Counts the changes since the last time, and cuts the newest shard when it is full. */
export async function keepShards(db: Db, most: number = MOST_VIDEOS, batch = BATCH): Promise<void> {
  const sizes = { most, mostInside: Math.ceil(most * 1.5), mostPieces: batch.pieces };
  while (await transaction(db, (tx) => keepSome(tx, sizes, batch.changes), { retry: ['deadlock'] }));
}

/** Whether there is more to do. */
async function keepSome(tx: Db, sizes: ShardSizes, mostChanges: number): Promise<boolean> {
  await lockShards(tx);
  await insertFirstShard(tx);
  const { changes, shards } = await foldChanges(tx, mostChanges);
  let isMore = changes === mostChanges;
  for (const number of new Set([...shards, ...(await selectUncounted(tx))]))
    if (await countShard(tx, number, sizes)) isMore = true;
  return isMore;
}
