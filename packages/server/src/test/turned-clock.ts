import type { Clock } from '../kernel/lib/clock.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface TurnedClock extends Clock {
  /** Turns it forward. */
  pass(days: number): void;
}

/** A clock that stands still until a test turns it. */
export function turnedClock(start: string): TurnedClock {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs),
    pass(days) {
      nowMs += days * DAY_MS;
    },
  };
}
