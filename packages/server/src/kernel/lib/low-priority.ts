import { readdirSync } from 'node:fs';
import os from 'node:os';

/** Beside visitors who take all they can get, a third of what an equal would: work goes on, and mails are sent. */
export const WORKER_NICENESS = 5;
/** A tenth: a backup can take its time. */
export const BACKUP_NICENESS = 10;

/**
 * Leaves the processors to visitors: this process, and what it starts from now on, by so much. Linux keeps a priority of
 * each thread, and only new threads take over that of the one that starts them.
 */
export function lowerPriority(niceness: number): void {
  for (const thread of threads())
    try {
      os.setPriority(thread, niceness);
    } catch {
      // It has ended meanwhile, or somebody has set a lower priority, from which there is no way back.
    }
}

/** 0 stands for this process. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}
