import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import type { ChangedVideo } from '../index-now/index.ts';
import {
  cutShard,
  foldChanges,
  insertFirstShard,
  lockShards,
  type ShardSizes,
  selectFullShard,
} from './shard-queries.ts';

/** Far below the protocol's 50,000 and 50 MiB: a crawler rereads little for one changed video. */
const MOST_VIDEOS = 10_000;
const INSIDE = 1.5;
/** Older shards may grow when videos come back. */
export const MOST_VIDEOS_INSIDE = MOST_VIDEOS * INSIDE;

/** Bounds a transaction after a pause or an upgrade. */
const BATCH = { changes: 20_000, pieces: 20 };

interface Keeping {
  most?: number;
  batch?: typeof BATCH;
  /** Called once per change, in the transaction that counts it. */
  note?: (tx: Db, videos: readonly ChangedVideo[]) => Promise<void>;
}

/** Reads only the videos of changed or full shards. */
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

/** Returns whether there is more to do. */
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
