import { setTimeout as sleep } from 'node:timers/promises';

/** Over so long a time a rate is smoothed. */
const SMOOTHING_MS = 5_000;

/** Measures how fast a file grows. `sizeBytes` is what was there before: it did not come now. */
export function createRateMeter(sizeBytes: number, nowMs: number) {
  let lastBytes = sizeBytes;
  let lastMs = nowMs;
  let rate: number | undefined;
  return {
    /** Tells it the size; answers the smoothed rate, undefined until there is one. */
    measure(nextBytes: number, nextMs: number): number | undefined {
      const elapsedMs = nextMs - lastMs;
      if (elapsedMs <= 0) return rate;
      // A file that was started again is smaller than before.
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

/** Waits until `bytes` more bytes may be taken. Rejects with the reason of `signal`. */
export type RateLimit = (bytes: number, signal: AbortSignal | undefined) => Promise<void>;

interface RateLimitClock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const realClock: RateLimitClock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal?.throwIfAborted()),
};

/**
 * A token bucket shared by all transfers of a process; it holds the bytes of one second. A transfer that takes more
 * than there are waits until they have flowed in; those who come later wait behind. 0 is no limit. The rate may change.
 */
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
