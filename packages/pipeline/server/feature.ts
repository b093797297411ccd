import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { LeaseTiming } from '@vesper/core/jobs/lease-loop.ts';
import type { PauseTuning } from '@vesper/core/jobs/retry-rules.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { OutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import type { Tracing } from '@vesper/core/lib/tracing.ts';
import { createRateLimit, type RateLimit, startDownloadWorker } from '@vesper/intake/downloads';
import { dumpJob, runDump } from '@vesper/intake/dumps';
import { revisitJob } from '@vesper/intake/revisits';
import type { EmbedProviders } from '@vesper/library/embeds';
import { sweepRefusedJob } from '@vesper/library/refusals';
import { holdRefused } from '@vesper/library/videos';
import { startMediaWorker } from '@vesper/upkeep/media-jobs';
import { dropStaleTranslations } from '@vesper/words/translations';
import { fetchPicturesJob } from './jobs.ts';
import { makingWay } from './make-way.ts';
import { runMediaStep } from './media-steps.ts';
import { revisitPages } from './revisit.ts';
import { fetchPictures, type PictureDeps } from './source-pictures.ts';
import { sweepRefusedWords } from './sweep-refused-words.ts';
import { ingestVideo } from './video-pipeline.ts';
import type { MediaSettings, Pipeline } from './work.ts';

const MAX_VIDEO_BYTES = 8 * 1024 ** 3;

type Parts = Pick<
  Pipeline,
  | 'db'
  | 'queue'
  | 'refusals'
  | 'manners'
  | 'ytdlp'
  | 'disks'
  | 'storages'
  | 'workDirectory'
  | 'uploadsDirectory'
> & {
  log: Log;
  tracing: Tracing | undefined;
  config: MediaSettings & {
    outboundAllow: OutboundAllow;
    embedProviders: EmbedProviders;
    downloadConcurrency: number;
    downloadRateLimit: number;
    mediaConcurrency: number;
  };
  tuning: {
    downloads?: (Partial<LeaseTiming> & PauseTuning) | undefined;
    media?: (Partial<LeaseTiming> & Pick<PauseTuning, 'pauseScale'>) | undefined;
  };
};

type JobParts = PictureDeps & { clock: Clock } & Pick<Pipeline, 'queue' | 'ytdlp' | 'refusals'> & {
    config: MediaSettings & {
      outboundAllow: OutboundAllow;
      embedProviders: EmbedProviders;
      dumpMaxBytes: number;
    };
  };

export const pipelineFeature = defineFeature({
  room: 'pipeline',
  jobs: bindJobs(
    { dumpJob, fetchPicturesJob, revisitJob, sweepRefusedJob },
    ({ config, ...parts }: JobParts) => {
      const { embedProviders: embeds, outboundAllow, dumpMaxBytes: maxBytes } = config;
      const hold = async (tx: Db, ids: readonly string[]) =>
        void (await holdRefused(tx, await parts.refusals.get(), ids));
      const afterRewording = async (tx: Db, ids: readonly string[]) => {
        await dropStaleTranslations(tx, ids);
        await hold(tx, ids);
      };
      const reader = { ...parts, embeds, maxBytes, makeWay: makingWay(hold), afterRewording };
      const revisits = { ...parts, embeds, outboundAllow, media: config };
      return {
        dumpJob: ({ runId }, { signal }) => runDump(reader, runId, signal),
        fetchPicturesJob: (_data, context) => fetchPictures(parts, context),
        revisitJob: (_data, context) => revisitPages(revisits, context),
        sweepRefusedJob: (_data, { signal }) => sweepRefusedWords(parts, signal),
      };
    },
  ),
  start(parts: Parts) {
    const loops = [startDownloads(parts), startMediaWork(parts)];
    return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
  },
});

function startDownloads(parts: Parts) {
  const { db, log, tracing, config, disks, tuning } = parts;
  const pipeline = pipelineOf(parts);
  return startDownloadWorker({
    ...{ db, log, tracing, timing: tuning.downloads },
    concurrency: () => config.downloadConcurrency,
    hasRoom: disks.hasRoom,
    run: (leased, context) => ingestVideo(pipeline, leased, context),
  });
}

function pipelineOf(parts: Parts): Pipeline {
  const { disks, config, tuning } = parts;
  return {
    ...parts,
    outboundAllow: config.outboundAllow,
    embeds: config.embedProviders,
    maxVideoBytes: MAX_VIDEO_BYTES,
    rateLimit: whileRoom(
      disks,
      createRateLimit(() => config.downloadRateLimit),
    ),
    get maxBytesPerSecond() {
      return config.downloadRateLimit;
    },
    media: config,
    pauseTuning: tuning.downloads ?? {},
  };
}

/** Pauses a transfer before the disk is full; it resumes later. */
function whileRoom(disks: DiskWatch, rateLimit: RateLimit): RateLimit {
  return async (bytes, signal) => {
    await disks.requireRoom();
    await rateLimit(bytes, signal);
  };
}

/** Media jobs: after publishing, or on request. */
function startMediaWork({ db, log, tracing, storages, workDirectory, disks, config, tuning }: Parts) {
  const { pauseScale, ...timing } = tuning.media ?? {};
  const desk = { db, storages, workDirectory, media: config, disks, pauseScale };
  return startMediaWorker({
    ...{ db, log, tracing, timing },
    concurrency: () => config.mediaConcurrency,
    media: config,
    hasRoom: disks.hasRoom,
    run: (leased, context) => runMediaStep(desk, leased, context),
  });
}
