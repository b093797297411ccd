import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { requeueDeleting } from '@vesper/upkeep/clearing';
import { type BulkActDeps, requeueBulkActs } from './bulk-acts.ts';
import { forgetOldActs } from './bulk-queries.ts';
import { foldVideoCounts } from './finding-queries.ts';

const UNDO_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;
const BATCH = 5_000;

export async function tendCatalogue(
  deps: BulkActDeps,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  await foldVideoCounts(deps.db);
  await requeueBulkActs(deps);
  await requeueDeleting(deps);
  const before = new Date(deps.clock.now().getTime() - UNDO_DAYS * DAY_MS);
  let forgotten = BATCH;
  while (forgotten === BATCH) {
    signal.throwIfAborted();
    forgotten = await forgetOldActs(deps.db, before, BATCH);
  }
}
