import { setTimeout as wait } from 'node:timers/promises';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { networkOf } from '@vesper/core/lib/outbound/network-address.ts';

const NAME = 'media bytes';
/** A visitor's first seconds are not throttled, so that a player starts without delay. */
const BURST_MS = 4000;
const LARGEST_SLICE = 256 * 1024;
const SMALLEST_SLICE = 1024;

/** A token bucket for each visitor's network. Transfers take slices in turn, so that they share evenly. */
export function createByteLimit(counts: Counts, bytesPerSecond: number) {
  /** Takes tokens for that many bytes; returns the wait in milliseconds. */
  async function reserve(address: string, bytes: number): Promise<number> {
    return counts.spend(NAME, networkOf(address), (bytes / bytesPerSecond) * 1000, BURST_MS);
  }

  return {
    reserve,
    sliceBytes: Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, Math.floor(bytesPerSecond / 8))),
    /** Rejects if the signal is aborted. */
    async pace(address: string, bytes: number, signal: AbortSignal): Promise<void> {
      const ms = await reserve(address, bytes);
      if (ms >= 1) await wait(ms, undefined, { signal });
    },
  };
}

export type ByteLimit = ReturnType<typeof createByteLimit>;
