import { readdirSync } from 'node:fs';
import os from 'node:os';

/** On a machine saturated by visitors, a third of an equal process's CPU time: work never stalls. */
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
