import { setTimeout as sleep } from 'node:timers/promises';

const SMOOTHING_MS = 5_000;

/** `sizeBytes` was there before and does not count. */
export function createRateMeter(sizeBytes: number, nowMs: number) {
  let lastBytes = sizeBytes;
  let lastMs = nowMs;
  let rate: number | undefined;
  return {
    /** Undefined until there is a rate. */
    measure(nextBytes: number, nextMs: number): number | undefined {
      const elapsedMs = nextMs - lastMs;
      if (elapsedMs <= 0) return rate;
      // A restarted file is smaller than before.
      const gained = nextBytes >= lastBytes ? nextBytes - lastBytes : nextBytes;
      const current = (gained * 1000) / elapsedMs;
      const weight = 1 - Math.exp(-elapsedMs / SMOOTHING_MS);
      rate = rate === undefined ? current : rate + weight * (current - rate);
      lastBytes = nextBytes;
      lastMs = nextMs;
      return rate;
    },
  };
}

/** Waits until `bytes` may be taken. Rejects with the reason of `signal`. */
export type RateLimit = (bytes: number, signal: AbortSignal | undefined) => Promise<void>;

interface RateLimitClock {
  /** Monotonic, in milliseconds. */
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const realClock: RateLimitClock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal?.throwIfAborted()),
};

/** A token bucket shared by all transfers of a process; first come, first served. 0 is no limit. */
export function createRateLimit(rate: () => number, clock: RateLimitClock = realClock): RateLimit {
  let tokens = rate();
  let filledAt = clock.now();
  return async (bytes, signal) => {
    const bytesPerSecond = rate();
    const at = clock.now();
    tokens = Math.min(bytesPerSecond, tokens + ((at - filledAt) * bytesPerSecond) / 1000);
    filledAt = at;
    if (bytesPerSecond <= 0) return;
    tokens -= bytes;
    if (tokens < 0) await clock.wait((-tokens * 1000) / bytesPerSecond, signal);
  };
}
