/** How slowly we request, and how long we pause. In milliseconds unless stated otherwise. */
export interface Pace {
  /** Between two requests to a host without a source; a source has its own `crawl_delay_ms`. */
  minGapMs: number;
  /** A site that asks for a longer delay is not fetched from. */
  maxCrawlDelayMs: number;
  /** A request that would wait longer for its turn is rejected instead. */
  maxWaitMs: number;
  /** A request holds its slot at a host until its body is read, but no longer than this. */
  maxHoldMs: number;
  /** Longer Retry-After times are cut to this. */
  maxRetryAfterMs: number;
  /** The first pause after a failure; each further one doubles it, up to the longest. */
  backOffMs: number;
  maxBackOffMs: number;
  /** This many failures of one kind in a row open a source's breaker. */
  breakerAfter: number;
  /** How long it stays open at first; each further failure doubles it, up to the longest. */
  breakerMs: number;
  maxBreakerMs: number;
  /** Multiplies all delays between requests: 1, or 0 in tests of other things. */
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
