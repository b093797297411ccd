import { readdirSync } from 'node:fs';
import os from 'node:os';

/**
 * Leaves the processors to visitors: this process, and what it starts from now on, gets them where others leave them.
 * Linux keeps a priority of each thread, and only new threads take over that of the one that starts them.
 */
export function lowerPriority(): void {
  for (const thread of threads())
    try {
      os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL);
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
