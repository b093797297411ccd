const WARM_UP_TURNS = 8;
const MIN_TURNS = 7;
const MAX_TURNS = 150;

/**
 * The median time of each query in milliseconds. They take turns, so that other load on the machine affects all alike.
 * Ends after `budgetMs`, or as soon as there are enough samples.
 */
export async function medianTimesMs(
  questions: readonly ((turn: number) => Promise<unknown>)[],
  budgetMs: number,
): Promise<number[]> {
  // In the first few calls, a connection chooses the plans of its prepared statements.
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) for (const ask of questions) await ask(turn);
  const times = questions.map((): number[] => []);
  const endAt = performance.now() + budgetMs;
  for (let turn = 0; turn < MAX_TURNS && (turn < MIN_TURNS || performance.now() < endAt); turn += 1) {
    for (const [index, ask] of questions.entries()) {
      const startedAt = performance.now();
      await ask(WARM_UP_TURNS + turn);
      times[index]?.push(performance.now() - startedAt);
    }
  }
  return times.map(median);
}

/** The quantile of that share; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
