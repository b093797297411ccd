import { readdirSync } from 'node:fs';
import os from 'node:os';

/** A third of an equal's time beside visitors who take all: work goes on. */
export const WORKER_NICENESS = 5;
export const BACKUP_NICENESS = 10;

/** For this process and its children. Linux keeps a priority per thread, which only new threads inherit. */
export function lowerPriority(niceness: number): void {
  for (const thread of threads())
    try {
      os.setPriority(thread, niceness);
    } catch {
      // It has ended, or has a lower priority, which cannot be raised.
    }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}
