import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../kernel/lib/outbound/source-error.ts';

export interface Patience {
  signal: AbortSignal;
  /** The pauses before the second, third... try. */
  delaysMs: readonly number[];
}

export const USUAL_DELAYS_MS: readonly number[] = [1_000, 4_000, 15_000, 30_000];
/** A host that wants a longer pause is left to a later try of the whole job. */
const LONGEST_PAUSE_MS = 120_000;

/**
 * Tries again after a pause what fails for a reason that may pass. Where the host's pause keeps a further try from
 * being made, the error that led to it is thrown: only that one counts as a try of the job.
 */
export async function persist<T>(work: () => Promise<T>, { signal, delaysMs }: Patience): Promise<T> {
  let fault: unknown;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isWaiting(error)) fault = error;
      const pauseMs = pauseAfter(error, delaysMs[attempt]);
      if (pauseMs === undefined) throw fault ?? error;
      await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Whether nothing was asked, because the host wants a pause. */
export function isWaiting(error: unknown): boolean {
  return error instanceof SourceError && (error.code === 'host_waits' || error.code === 'source_paused');
}

/** Undefined where no further try is made. */
function pauseAfter(error: unknown, delayMs: number | undefined): number | undefined {
  if (!(error instanceof SourceError) || error.kind === 'permanent' || delayMs === undefined)
    return undefined;
  const pauseMs = Math.max(error.retryAfterMs ?? 0, delayMs);
  return pauseMs <= LONGEST_PAUSE_MS ? pauseMs : undefined;
}
