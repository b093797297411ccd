import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 10_000;
/** Of its time a process at rest takes less: it looks for jobs, and whether what it keeps may still be shown. */
const QUIET = 0.05;

interface GiveBackOptions {
  everyMs?: number;
  collect?: NodeJS.GCFunction;
}

/**
 * Once a process has been quiet for a while, gives back what it needed while it started or was busy. V8 alone keeps the
 * young generation as large as it has become, a fifth of what a process at rest holds. A collection takes a tenth of a
 * second and more, so there is one for each rest, and none between the requests of a site that has few.
 */
export function giveMemoryBack({ everyMs = EVERY_MS, collect = collector() }: GiveBackOptions = {}): void {
  let looked = performance.eventLoopUtilization();
  let isGivenBack = false;
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(looked);
    looked = performance.eventLoopUtilization();
    if (utilization > QUIET) isGivenBack = false;
    else if (!isGivenBack) {
      isGivenBack = true;
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      looked = performance.eventLoopUtilization();
    }
  }, everyMs).unref();
}

/** A context that is made with this flag has V8's collector; a process would have it only if it was started so. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}
