import type { LeaseLoop, LeaseTiming } from '../kernel/jobs/lease-loop.ts';
import type { DiskWatch } from '../kernel/lib/disk-watch.ts';
import { runMediaStep } from '../pipeline/media-steps.ts';
import type { MediaSettings } from '../pipeline/work.ts';
import { startMediaWorker } from '../upkeep/media-jobs/index.ts';
import { type Base, workDirectory } from './compose.ts';
import type { Config } from './config.ts';

/** What tests set otherwise. */
export interface MediaTuning extends Partial<LeaseTiming> {
  /** All pauses before further tries are multiplied by it. */
  pauseScale?: number;
}

export function mediaSettings({ mediaThreads, hls, hlsHeights }: Config): MediaSettings {
  return { threads: mediaThreads, hls, hlsHeights };
}

/** The work on videos' files that follows their publishing, or is asked for again. */
export function startMediaWork(
  base: Base,
  disks: DiskWatch,
  { pauseScale, ...timing }: MediaTuning,
): LeaseLoop {
  const { config, db, log, storages } = base;
  const media = mediaSettings(config);
  const desk = { db, storages, workDirectory: workDirectory(base), media, disks, pauseScale };
  return startMediaWorker({
    ...{ db, log, timing },
    concurrency: config.mediaConcurrency,
    hls: media.hls,
    hasRoom: disks.hasRoom,
    run: (leased, context) => runMediaStep(desk, leased, context),
  });
}
