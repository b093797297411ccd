/** In milliseconds unless stated otherwise. */
export interface Pace {
  /** Between requests to a host without a source; a source has its own `crawl_delay_ms`. */
  minGapMs: number;
  /** Sites that ask for a longer delay are not fetched. */
  maxCrawlDelayMs: number;
  /** Requests that would wait longer are rejected. */
  maxWaitMs: number;
  /** A request holds its slot until its body is read, but no longer than this. */
  maxHoldMs: number;
  maxRetryAfterMs: number;
  /** Doubles with each further failure, up to the longest. */
  backOffMs: number;
  maxBackOffMs: number;
  /** Consecutive failures of one kind that open a breaker. */
  breakerAfter: number;
  breakerMs: number;
  maxBreakerMs: number;
  /** Multiplies delays between requests: 1, or 0 in tests. */
  gapFactor: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const USUAL_PACE: Pace = {
  minGapMs: 1_000,
  maxCrawlDelayMs: 5 * MINUTE,
  maxWaitMs: MINUTE,
  maxHoldMs: 30_000,
  maxRetryAfterMs: DAY,
  backOffMs: MINUTE,
  maxBackOffMs: 6 * HOUR,
  breakerAfter: 5,
  breakerMs: HOUR,
  maxBreakerMs: DAY,
  gapFactor: 1,
};
