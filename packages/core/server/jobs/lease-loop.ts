import type { Log } from '../lib/log.ts';
import type { JobContext } from './runner.ts';

/** Work leased row by row. All functions may throw while the database is down. */
export interface LeasedWork<Lease> {
  /** One key never runs twice at once in this process. */
  keyOf(lease: Lease): string;
  /** Before each poll: frees the jobs of dead workers. */
  tend(): Promise<void>;
  /** Leased for `leaseMs`. */
  claim(): Promise<Lease | undefined>;
  /** False once the lease is lost. */
  renew(lease: Lease): Promise<boolean>;
  /** Also records how it ended; what it throws is only logged. */
  run(lease: Lease, context: JobContext): Promise<void>;
}

export interface LeaseTiming {
  pollMs: number;
  renewMs: number;
  leaseMs: number;
}

/** Renewals also publish progress; a dead worker's jobs return after 30 s. */
export const JOB_TIMING: LeaseTiming = { pollMs: 1_000, renewMs: 2_000, leaseMs: 30_000 };

export interface LeaseLoop {
  /** Stops claiming, aborts running work and waits for it. */
  stop(): Promise<void>;
}

interface Running<Lease> {
  lease: Lease;
  controller: AbortController;
  ended: Promise<void>;
  heldUntil: number;
}

/** Runs at most `concurrency()` pieces at once under renewed leases. Aborts work whose lease is lost or not renewed in time. */
export function startLeaseLoop<Lease>(
  work: LeasedWork<Lease>,
  { concurrency, timing, log }: { concurrency: () => number; timing: LeaseTiming; log: Log },
): LeaseLoop {
  const running = new Map<string, Running<Lease>>();
  let stopping = false;

  function start(lease: Lease, claimedAt: number): void {
    const key = work.keyOf(lease);
    const former = running.get(key);
    former?.controller.abort(leaseLost());
    const controller = new AbortController();
    const ended = (former?.ended ?? Promise.resolve())
      .then(() => work.run(lease, { signal: controller.signal, log: log.child({ jobId: key }) }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) log.error({ err: error, jobId: key }, 'Leased work failed.');
      })
      .finally(() => {
        if (running.get(key) === entry) running.delete(key);
        claimMore();
      });
    const entry: Running<Lease> = { lease, controller, ended, heldUntil: claimedAt + timing.leaseMs };
    running.set(key, entry);
    if (stopping) controller.abort(workerStops());
  }

  const claimMore = oneAtATime(async () => {
    if (stopping || running.size >= concurrency()) return;
    await work.tend();
    while (!stopping && running.size < concurrency()) {
      const claimedAt = performance.now();
      const lease = await work.claim();
      if (lease === undefined) return;
      start(lease, claimedAt);
    }
  }, log);

  async function renewOne(entry: Running<Lease>): Promise<void> {
    const startedAt = performance.now();
    const held = await work.renew(entry.lease).catch((error: unknown) => {
      log.warn({ err: error }, 'A lease could not be renewed.');
      return performance.now() < entry.heldUntil ? undefined : false;
    });
    if (held) entry.heldUntil = startedAt + timing.leaseMs;
    if (held === false) entry.controller.abort(leaseLost());
  }

  const renewAll = oneAtATime(async () => {
    await Promise.all([...running.values()].map(renewOne));
  }, log);

  const poll = setInterval(claimMore, timing.pollMs);
  const renewal = setInterval(renewAll, timing.renewMs);
  claimMore();
  return {
    async stop() {
      stopping = true;
      clearInterval(poll);
      for (const { controller } of running.values()) controller.abort(workerStops());
      // A claim in progress may start one more, which is aborted at once.
      await claimMore.settled();
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended));
      clearInterval(renewal);
      await renewAll.settled();
    },
  };
}

function leaseLost(): Error {
  return new Error('The lease was lost.');
}

function workerStops(): Error {
  return new Error('The worker is stopping.');
}

/** Runs the task, and once more if called meanwhile; never concurrently. */
function oneAtATime(task: () => Promise<void>, log: Log): (() => void) & { settled(): Promise<void> } {
  let current: Promise<void> | undefined;
  let again = false;
  let isFailing = false;
  const run = async () => {
    do {
      again = false;
      try {
        await task();
        if (isFailing) log.info('The queue can be read again.');
        isFailing = false;
      } catch (error) {
        // Once, not with every poll.
        if (!isFailing) log.warn({ err: error }, 'The queue could not be read.');
        isFailing = true;
      }
    } while (again);
  };
  const call = () => {
    if (current) again = true;
    else {
      current = run().finally(() => {
        current = undefined;
      });
    }
  };
  return Object.assign(call, { settled: () => current ?? Promise.resolve() });
}
