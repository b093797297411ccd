import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import { countShard, foldChanges, lockShards, selectUncounted } from './shard-queries.ts';

/**
 * Far below what the protocol allows (50,000, and 50 MiB): a crawler that asks for one with a changed video need not
 * read much. A shard inside the order, to which videos have come back, may hold half as many again.
 */
export const MOST_VIDEOS = 10_000;

/** Counts the changes since the last time, and cuts the newest shard when it is full. */
export function keepShards(db: Db, most: number = MOST_VIDEOS): Promise<void> {
  const sizes = { most, mostInside: Math.ceil(most * 1.5) };
  return transaction(
    db,
    async (tx) => {
      await lockShards(tx);
      const changed = new Set([...(await foldChanges(tx)), ...(await selectUncounted(tx))]);
      for (const number of changed) await countShard(tx, number, sizes);
    },
    { retry: ['deadlock'] },
  );
}
