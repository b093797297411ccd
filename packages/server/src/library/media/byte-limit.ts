import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../../kernel/lib/network-address.ts';

/** This much may be sent at once before throttling, so that a player starts without delay. */
const BURST_SECONDS = 4;
const MOST_NETWORKS = 100_000;
const LARGEST_SLICE = 256 * 1024;
const SMALLEST_SLICE = 1024;

/**
 * A limit in bytes per second for each visitor's network, across all its transfers: a token bucket that holds
 * BURST_SECONDS. Each transfer asks for one slice at a time and all slices wait in one queue, so that a visitor's
 * transfers share evenly. Each web process has its own. `nowMs` must never go back.
 */
export function createByteLimit(bytesPerSecond: number, nowMs: () => number = () => performance.now()) {
  /** When everything granted so far will have been earned. */
  const earnedAt = new LRUCache<string, number>({ max: MOST_NETWORKS });

  /** Grants that many bytes; returns after how many milliseconds. */
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
    /** Small enough that no transfer waits long without bytes. */
    sliceBytes: Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, Math.floor(bytesPerSecond / 8))),
    /** Rejects as soon as the signal is aborted. */
    async pace(address: string, bytes: number, signal: AbortSignal): Promise<void> {
      const ms = reserve(address, bytes);
      if (ms >= 1) await wait(ms, undefined, { signal });
    },
  };
}

export type ByteLimit = ReturnType<typeof createByteLimit>;
