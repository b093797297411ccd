const DAY_MS = 24 * 3600 * 1000;

export type TurnedClock = ReturnType<typeof turnedClock>;

/** A clock that only moves when a test sets it. */
export function turnedClock(start: string) {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs),
    pass(days: number): void {
      nowMs += days * DAY_MS;
    },
  };
}
