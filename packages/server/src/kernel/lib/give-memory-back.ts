import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 10_000;
/** A process at rest is busy for a smaller share of its time: it polls for jobs and checks the pages that it keeps. */
const QUIET = 0.05;

interface GiveBackOptions {
  everyMs?: number;
  collect?: NodeJS.GCFunction;
}

/**
 * Gives back the memory that a process needed to start or while it was busy, once it has been quiet for a while. By
 * itself V8 did not shrink the young generation, a fifth of what a process at rest holds. A collection takes a tenth of a
 * second or more, so it runs once per quiet spell, not between the requests of a site that has few.
 */
export function giveMemoryBack({ everyMs = EVERY_MS, collect = collector() }: GiveBackOptions = {}): void {
  let looked = performance.eventLoopUtilization();
  let isGivenBack = false;
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(looked);
    if (utilization > QUIET) isGivenBack = false;
    else if (!isGivenBack) {
      isGivenBack = true;
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    }
    // The collection itself is no work.
    looked = performance.eventLoopUtilization();
  }, everyMs).unref();
}

/** New contexts have `gc` once the flag is set; the process's own has it only if Node was started with the flag. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}
