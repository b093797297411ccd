import { silentLog } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { sql } from 'kysely';
import { watchDisks } from '../app/composition/disks.ts';
import { type MediaStepDeps, runMediaStep } from '../pipeline/server/media-steps.ts';
import { takeMediaJob } from '../upkeep/server/media-jobs/media-lease.ts';
import { tendReruns } from '../upkeep/server/media-jobs/reruns.ts';
import type { TestSite } from './site.ts';

export function mediaDesk({ base }: TestSite, storages: Storages = base.storages): MediaStepDeps {
  const { db, config } = base;
  return {
    db,
    storages,
    workDirectory: `${config.dataDir}/work`,
    media: config,
    disks: watchDisks(config),
  };
}

/** Runs the next media job in this process, without its pause; false if none waits. */
export async function runNextMediaJob(
  deps: MediaStepDeps,
  signal = new AbortController().signal,
): Promise<boolean> {
  await sql`update media_jobs set run_at = null where status = 'pending'`.execute(deps.db);
  const leased = await takeMediaJob(deps.db, 600_000);
  if (!leased) return false;
  await runMediaStep(deps, leased, { signal, log: silentLog });
  return true;
}

/** As a worker does between two jobs. */
export function queueReruns({ base: { db, config } }: TestSite): Promise<void> {
  return tendReruns(db, config);
}
