import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Refusals } from '../refusals/index.ts';
import { showDue } from './changes/lifecycle-queries.ts';
import { holdRefused } from './hold-refused.ts';
import { relatedJob } from './jobs.ts';

const AT_ONCE = 100;

/** Shows videos whose publish date has passed; those with blocked terms are held back. */
export async function showScheduled(
  { db, queue, refusals }: { db: Db; queue: Queue; refusals: Refusals },
  signal: AbortSignal,
): Promise<void> {
  const list = await refusals.get();
  let changed = AT_ONCE;
  while (changed === AT_ONCE) {
    signal.throwIfAborted();
    changed = await db.transaction().execute(async (tx) => {
      const due = await showDue(tx, AT_ONCE);
      const held = await holdRefused(tx, list, due.shown);
      const shown = due.shown.filter((id) => !held.includes(id));
      await queue.sendAll(
        tx,
        relatedJob,
        shown.map((videoId) => ({ videoId })),
      );
      return due.changed;
    });
  }
}
