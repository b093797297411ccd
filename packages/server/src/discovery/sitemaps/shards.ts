import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import type { ChangedVideo } from '../index-now/index.ts';
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

interface Keeping {
  most?: number;
  batch?: typeof BATCH;
  /** Told of each change once, in the transaction that counts it. */
  note?: (tx: Db, videos: readonly ChangedVideo[]) => Promise<void>;
}

/** Counts the changes since the last time, and cuts the newest shard when it is full. */
export async function keepShards(
  db: Db,
  { most = MOST_VIDEOS, batch = BATCH, note = async () => {} }: Keeping = {},
): Promise<void> {
  const sizes = { most, mostInside: Math.ceil(most * 1.5), mostPieces: batch.pieces };
  const keep = (tx: Db) => keepSome(tx, { sizes, mostChanges: batch.changes, note });
  while (await transaction(db, keep, { retry: ['deadlock'] }));
}

interface Step extends Required<Pick<Keeping, 'note'>> {
  sizes: ShardSizes;
  mostChanges: number;
}

/** Whether there is more to do. */
async function keepSome(tx: Db, { sizes, mostChanges, note }: Step): Promise<boolean> {
  await lockShards(tx);
  await insertFirstShard(tx);
  const { changes, shards, videos } = await foldChanges(tx, mostChanges);
  await note(tx, videos);
  let isMore = changes === mostChanges;
  for (const number of new Set([...shards, ...(await selectUncounted(tx))]))
    if (await countShard(tx, number, sizes)) isMore = true;
  return isMore;
}
