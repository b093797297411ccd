import { setTimeout as wait } from 'node:timers/promises';
import type { Counts } from '../../../kernel/lib/counts.ts';
import { networkOf } from '../../../kernel/lib/outbound/network-address.ts';

const NAME = 'media bytes';
/** This much may be sent at once before throttling, so that a player starts without delay. */
const BURST_MS = 4000;
const LARGEST_SLICE = 256 * 1024;
const SMALLEST_SLICE = 1024;

/**
 * A limit in bytes per second for each visitor's network, across all its transfers: a token bucket that holds
 * BURST_MS. Each transfer asks for one slice at a time and all slices wait in one queue, so that a visitor's transfers
 * share evenly.
 */
export function createByteLimit(counts: Counts, bytesPerSecond: number) {
  /** Grants that many bytes; returns after how many milliseconds. */
  async function reserve(address: string, bytes: number): Promise<number> {
    return counts.spend(NAME, networkOf(address), (bytes / bytesPerSecond) * 1000, BURST_MS);
  }

  return {
    reserve,
    /** Small enough that no transfer waits long without bytes. */
    sliceBytes: Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, Math.floor(bytesPerSecond / 8))),
    /** Rejects as soon as the signal is aborted. */
    async pace(address: string, bytes: number, signal: AbortSignal): Promise<void> {
      const ms = await reserve(address, bytes);
      if (ms >= 1) await wait(ms, undefined, { signal });
    },
  };
}

export type ByteLimit = ReturnType<typeof createByteLimit>;
