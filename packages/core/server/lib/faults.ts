import type { Log } from './log.ts';
import { withoutRequestId } from './request-id.ts';

export interface Fault {
  sentence: string;
  fields?: object;
  level?: 'warn' | 'error';
  /** For a fault without a reported end: it clears after this long without recurring. */
  isOverAfterMs?: number;
}

/** Logs a lasting fault once when it starts and once when it clears. */
export interface Faults {
  begin(key: string, fault: Fault): void;
  end(key: string): void;
}

/** To count flapping as one fault. */
const SETTLED_MS = 10_000;

interface Open {
  sentence: string;
  beganAt: number;
  met: number;
  ending?: NodeJS.Timeout | undefined;
}

/** Keys must be few. */
export function createFaults(log: Log, settledMs = SETTLED_MS): Faults {
  const open = new Map<string, Open>();

  function endIn(ms: number, key: string, fault: Open): void {
    fault.ending = setTimeout(() => {
      open.delete(key);
      const seconds = Math.round((performance.now() - ms - fault.beganAt) / 1000);
      withoutRequestId(() => log.info({ seconds, met: fault.met }, `Over: ${fault.sentence}`));
    }, ms).unref();
  }

  return {
    begin(key, { sentence, fields = {}, level = 'error', isOverAfterMs }) {
      const known = open.get(key);
      const fault = known ?? { sentence, beganAt: performance.now(), met: 0 };
      fault.met += 1;
      clearTimeout(fault.ending);
      fault.ending = undefined;
      if (!known) {
        open.set(key, fault);
        // The fault outlives this request, so leave out its id.
        withoutRequestId(() => log[level](fields, sentence));
      }
      if (isOverAfterMs !== undefined) endIn(isOverAfterMs, key, fault);
    },
    end(key) {
      const fault = open.get(key);
      if (fault && !fault.ending) endIn(settledMs, key, fault);
    },
  };
}

const faultsOfLogs = new WeakMap<Log, Faults>();

export function faultsOf(log: Log): Faults {
  const faults = faultsOfLogs.get(log) ?? createFaults(log);
  faultsOfLogs.set(log, faults);
  return faults;
}
