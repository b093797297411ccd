import { drainOutbox } from '../../kernel/db/outbox.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import type { ChangedVideo } from '../index-now/index.ts';
import {
  cutShard,
  foldChanges,
  insertFirstShard,
  lockShards,
  type ShardSizes,
  selectFullShard,
} from './shard-queries.ts';

/**
 * Far below what the protocol allows (50,000, and 50 MiB): a crawler that asks for one with a changed video need not
 * read much.
 */
const MOST_VIDEOS = 10_000;
const INSIDE = 1.5;
/** What a shard inside the order may hold, to which videos have come back; and what is served of any. */
export const MOST_VIDEOS_INSIDE = MOST_VIDEOS * INSIDE;

/** What one transaction counts, so that no statement takes long after a pause, or after an upgrade. */
const BATCH = { changes: 20_000, pieces: 20 };

interface Keeping {
  most?: number;
  batch?: typeof BATCH;
  /** Told of each change once, in the transaction that counts it. */
  note?: (tx: Db, videos: readonly ChangedVideo[]) => Promise<void>;
}

/** Adds up the changes since the last time, and cuts shards that are full. Reads no videos of the others. */
export async function keepShards(
  db: Db,
  { most = MOST_VIDEOS, batch = BATCH, note = async () => {} }: Keeping = {},
): Promise<void> {
  const sizes = { most, mostInside: Math.ceil(most * INSIDE), mostPieces: batch.pieces };
  const keep = (tx: Db) => keepSome(tx, { sizes, mostChanges: batch.changes, note });
  await drainOutbox(db);
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
  const { changes, videos } = await foldChanges(tx, mostChanges);
  await note(tx, videos);
  if (changes === mostChanges) return true;
  const full = await selectFullShard(tx, sizes);
  if (full === undefined) return false;
  await note(tx, (await cutShard(tx, full, sizes)).videos);
  return true;
}
