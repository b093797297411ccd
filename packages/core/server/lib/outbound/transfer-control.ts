import { formatSeconds, SourceError } from './source-error.ts';

/** Ends a transfer by the caller's signal, the total time, or a step's limit. */
export interface TransferControl {
  /** Its reason is for the caller. */
  readonly signal: AbortSignal;
  /** Limits the step that begins now; call the result when it is over. */
  arm(limitMs: number, makeError: () => SourceError): () => void;
  /** Work whose time does not count, such as waiting for a turn. The signal still ends it. */
  outsideTime(work: () => Promise<void>): Promise<void>;
  /** Stops timers and listeners; must be called when the transfer is over, repeatedly if need be. */
  finish(): void;
}

/** `totalTimeoutMs` counts from now, over redirects and body. */
export function createTransferControl(
  totalTimeoutMs: number,
  outer: AbortSignal | undefined,
): TransferControl {
  const controller = new AbortController();
  const onOuterAbort = () => controller.abort(outer?.reason);
  let leftMs = totalTimeoutMs;
  let startedAt = 0;
  let total: NodeJS.Timeout;
  const start = () => {
    startedAt = performance.now();
    total = setTimeout(() => {
      const sentence = `The transfer took longer than ${formatSeconds(totalTimeoutMs)}.`;
      controller.abort(new SourceError('too_long', sentence));
    }, leftMs);
  };
  start();
  if (outer?.aborted) onOuterAbort();
  else outer?.addEventListener('abort', onOuterAbort, { once: true });
  return {
    signal: controller.signal,
    arm(limitMs, makeError) {
      const timer = setTimeout(() => controller.abort(makeError()), limitMs);
      return () => clearTimeout(timer);
    },
    async outsideTime(work) {
      clearTimeout(total);
      leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
      await orAborted(work(), controller.signal);
      start();
    },
    finish() {
      clearTimeout(total);
      outer?.removeEventListener('abort', onOuterAbort);
    },
  };
}

/** Rejects with the signal's reason as soon as it aborts. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
