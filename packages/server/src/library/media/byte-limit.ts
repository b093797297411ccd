import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../../kernel/lib/network-address.ts';

/** So much of a second's share may come at once, before anything waits: a player starts without delay. */
const BURST_SECONDS = 4;
const MOST_NETWORKS = 100_000;
const LARGEST_SLICE = 256 * 1024;
const SMALLEST_SLICE = 1024;

/**
 * Bytes a second for each visitor's network, over all its transfers: a bucket that fills at the rate and holds
 * BURST_SECONDS of it. Each transfer asks for one slice after another and all slices wait in one line, so that
 * transfers of one visitor share evenly. Kept by each web process for itself. `nowMs` must never go back.
 */
export function createByteLimit(bytesPerSecond: number, nowMs: () => number = () => performance.now()) {
  /** The moment by which all that was granted so far has been earned. */
  const earnedAt = new LRUCache<string, number>({ max: MOST_NETWORKS });

  /** Grants that many bytes from a moment on; returns how many milliseconds away it is. */
  function reserve(address: string, bytes: number): number {
    const network = networkOf(address);
    const now = nowMs();
    const from = Math.max(earnedAt.get(network) ?? 0, now - BURST_SECONDS * 1000);
    const until = from + (bytes / bytesPerSecond) * 1000;
    earnedAt.set(network, until);
    return Math.max(0, until - now);
  }

  return {
    reserve,
    /** Small enough that a transfer never waits for long with nothing. */
    sliceBytes: Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, Math.floor(bytesPerSecond / 8))),
    /** Rejects as soon as the signal is aborted. */
    async pace(address: string, bytes: number, signal: AbortSignal): Promise<void> {
      const ms = reserve(address, bytes);
      if (ms >= 1) await wait(ms, undefined, { signal });
    },
  };
}

export type ByteLimit = ReturnType<typeof createByteLimit>;
