/** How slowly we go, and how long we stay away. Everything in milliseconds unless said otherwise. */
export interface Pace {
  /** Between two requests to a host that belongs to no source; a source has its own `crawl_delay_ms`. */
  minGapMs: number;
  /** A site that asks for more than this between two requests is not fetched from. */
  maxCrawlDelayMs: number;
  /** Whoever would wait longer for a turn is sent away instead. */
  maxWaitMs: number;
  /** A request holds its place at a host until its body is read, but no longer than this. */
  maxHoldMs: number;
  /** No Retry-After of more than this is believed. */
  maxRetryAfterMs: number;
  /** The first pause after a failure; each further one doubles it, up to the longest. */
  backOffMs: number;
  maxBackOffMs: number;
  /** So many failures of one kind in a row open a source's breaker. */
  breakerAfter: number;
  /** How long it stays open at first; each further failure doubles it, up to the longest. */
  breakerMs: number;
  maxBreakerMs: number;
  /** All spacing times this: 1, and in tests that are about something else 0. */
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
