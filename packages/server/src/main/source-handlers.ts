import {
  deleteSourceJob,
  followBasis,
  removeWithVideos,
  requeueDeletions,
  sourceBasisJob,
} from '../intake/sources/index.ts';
import type { Queue } from '../kernel/jobs/queue.ts';
import { handle, type JobHandler } from '../kernel/jobs/runner.ts';
import type { Log } from '../kernel/lib/log.ts';
import type { Base } from './compose.ts';

/** The jobs that keep sources to their bases. */
export function sourceHandlers(base: Base, queue: Queue): JobHandler[] {
  const { db } = base;
  return [
    handle(sourceBasisJob, async (_data, { signal, log }) => {
      await requeueDeletions(db, queue);
      await followBases(base, signal, log);
    }),
    handle(deleteSourceJob, async ({ sourceId }, { signal }) => {
      await removeWithVideos(base, sourceId, { signal });
    }),
  ];
}

async function followBases(base: Base, signal: AbortSignal, log: Log): Promise<void> {
  const { stopped, hidden, shown } = await followBasis(base, signal);
  if (stopped.length > 0) log.warn({ stopped }, 'Sources were stopped: their bases do not cover them.');
  if (hidden > 0 || shown > 0) log.info({ hidden, shown }, 'The videos of sources follow their bases.');
}
