import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';

export interface Patience {
  signal: AbortSignal;
  /** Before the second, third... attempt. */
  delaysMs: readonly number[];
}

export const USUAL_DELAYS_MS: readonly number[] = [1_000, 4_000, 15_000, 30_000];
/** Longer pauses are left to a retry of the whole job. */
const LONGEST_PAUSE_MS = 120_000;

/**
 * Retries temporary failures. If the host's pause prevents a retry, throws the error before it: only that one counts
 * as an attempt of the job.
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

/** The host wants a pause, so nothing was requested. */
export function isWaiting(error: unknown): boolean {
  return error instanceof SourceError && (error.code === 'host_waits' || error.code === 'source_paused');
}

/** Undefined for no further attempt. */
function pauseAfter(error: unknown, delayMs: number | undefined): number | undefined {
  if (!(error instanceof SourceError) || error.kind === 'permanent' || delayMs === undefined)
    return undefined;
  const pauseMs = Math.max(error.retryAfterMs ?? 0, delayMs);
  return pauseMs <= LONGEST_PAUSE_MS ? pauseMs : undefined;
}
