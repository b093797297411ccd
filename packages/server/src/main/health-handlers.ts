import type { Manners } from '../intake/manners/index.ts';
import type { Queue } from '../kernel/jobs/queue.ts';
import { handle, type JobHandler } from '../kernel/jobs/runner.ts';
import { checkFilesJob, finishFileCheck, recheckVideos, recheckVideosJob } from '../upkeep/health/index.ts';
import type { Base } from './compose.ts';

/** The jobs that look whether videos, and their files, are still there. */
export function healthHandlers(base: Base, queue: Queue, manners: Manners): JobHandler[] {
  const { db, clock, storages } = base;
  return [
    handle(recheckVideosJob, (_data, context) => recheckVideos({ db, clock, manners }, context)),
    handle(checkFilesJob, (_data, context) => finishFileCheck({ db, queue, clock, storages }, context)),
  ];
}
