/** Lets `most` in at once, the others in the order they came; at most `mostWaiting` of them wait. */
export function createTurnstile({ most, mostWaiting }: { most: number; mostWaiting: number }) {
  const waiting: (() => void)[] = [];
  let inside = 0;

  function leave(): void {
    // The place goes to the next without becoming free in between.
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  }

  return {
    /** Undefined, at once, if too many wait. Otherwise inside; call the result once to leave. */
    async enter(): Promise<(() => void) | undefined> {
      if (inside < most) inside += 1;
      else if (waiting.length >= mostWaiting) return undefined;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
}
