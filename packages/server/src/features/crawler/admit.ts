import type { Db } from '../../db/pool.ts';
import { addressHash, canonicalAddress } from '../../lib/canonical-address.ts';
import type { Clock } from '../../lib/clock.ts';
import { type NewDownload, queueDownloads, selectKnownHashes } from '../downloads/index.ts';
import type { SourceItem } from '../readers/index.ts';

export interface Candidates {
  sourceId: string;
  /** Null where no crawler run asked. */
  runId: string | null;
  /** How many may be queued at most. */
  room: number;
  items: readonly SourceItem[];
}

/** How many of the addresses met which decision. */
export interface Decisions {
  new: number;
  known: number;
  over_quota: number;
}

/** Decides about every address of a batch, and queues those that were never seen before, at most `room`. */
export async function admit(
  { db, clock }: { db: Db; clock: Clock },
  { sourceId, runId, room, items }: Candidates,
): Promise<Decisions> {
  const downloads = new Map<string, NewDownload>();
  for (const { loc, metadata } of items) {
    const sourceUrl = canonicalAddress(loc);
    const sourceUrlHash = addressHash(sourceUrl);
    const download = { sourceUrl, sourceUrlHash, sourceId, crawlerRunId: runId, metadata };
    downloads.set(sourceUrlHash.toString('hex'), download);
  }
  const hashes = [...downloads.values()].map((one) => one.sourceUrlHash);
  const known = await selectKnownHashes(db, hashes, clock.now());
  const fresh = [...downloads].filter(([hash]) => !known.has(hash)).map(([, download]) => download);
  const queued = await queueDownloads(db, fresh.slice(0, room));
  return { new: queued, known: known.size, over_quota: Math.max(0, fresh.length - room) };
}
