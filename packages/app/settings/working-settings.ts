import { availableParallelism } from 'node:os';
import type { WorkingSetting } from '@vesper/contract';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { type Env, oneOf, readTime, wholeNumber, wordsOf } from './read-setting.ts';

/** Changeable in the back office while the site runs; stored as written in an environment. */
export type WorkingSettings = ReturnType<typeof readWorkingSettings>;

const MOST_HLS_HEIGHTS = 6;
const SWITCH = ['on', 'off'];

export function readWorkingSettings(env: Env) {
  return {
    crawlTime: readTime('CRAWL_TIME', env.CRAWL_TIME || '02:00'),
    crawlTarget: wholeNumber(env, 'CRAWL_TARGET', 50, [1, 100_000]),
    crawlTries: wholeNumber(env, 'CRAWL_TRIES', 5_000, [1, 100_000]),
    downloadConcurrency: wholeNumber(env, 'DOWNLOAD_CONCURRENCY', 3, [1, 50]),
    downloadRateLimit: wholeNumber(env, 'DOWNLOAD_RATE_LIMIT', 0, [0, 100_000_000_000]),
    mediaConcurrency: wholeNumber(env, 'MEDIA_CONCURRENCY', 1, [1, 50]),
    mediaThreads: wholeNumber(env, 'MEDIA_THREADS', availableParallelism(), [1, 256]),
    hls: oneOf('HLS', env.HLS || 'on', SWITCH) === 'on',
    hlsHeights: readHlsHeights(env.HLS_HEIGHTS),
    sourceStreamHeight: wholeNumber(env, 'SOURCE_STREAM_HEIGHT', 1080, [90, 4320]),
    quarantineDays: wholeNumber(env, 'QUARANTINE_DAYS', 30, [0, 3650]),
  };
}

export function settingProblem(name: WorkingSetting, value: string): string | undefined {
  try {
    readWorkingSettings({ [name]: value });
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

/** Whether a change deletes files that are kept now. Stored values: null is the default. */
export function deletesForGood(name: WorkingSetting, from: string | null, to: string | null): boolean {
  return name === 'QUARANTINE_DAYS' && quarantineDaysOf(to) < quarantineDaysOf(from);
}

/** The default for values only another version takes. */
function quarantineDaysOf(value: string | null): number {
  const isUsed = value !== null && settingProblem('QUARANTINE_DAYS', value) === undefined;
  return readWorkingSettings(isUsed ? { QUARANTINE_DAYS: value } : {}).quarantineDays;
}

export const WRITTEN: Record<WorkingSetting, (settings: WorkingSettings) => string> = {
  CRAWL_TIME: ({ crawlTime }) => crawlTime,
  CRAWL_TARGET: ({ crawlTarget }) => String(crawlTarget),
  CRAWL_TRIES: ({ crawlTries }) => String(crawlTries),
  DOWNLOAD_CONCURRENCY: ({ downloadConcurrency }) => String(downloadConcurrency),
  DOWNLOAD_RATE_LIMIT: ({ downloadRateLimit }) => String(downloadRateLimit),
  HLS: ({ hls }) => (hls ? 'on' : 'off'),
  HLS_HEIGHTS: ({ hlsHeights }) => hlsHeights.join(','),
  SOURCE_STREAM_HEIGHT: ({ sourceStreamHeight }) => String(sourceStreamHeight),
  MEDIA_CONCURRENCY: ({ mediaConcurrency }) => String(mediaConcurrency),
  MEDIA_THREADS: ({ mediaThreads }) => String(mediaThreads),
  QUARANTINE_DAYS: ({ quarantineDays }) => String(quarantineDays),
};

/** Even, since video is encoded in pairs of lines. */
function readHlsHeights(text: string | undefined): number[] {
  const words = wordsOf(text || '360,480,720,1080');
  const isHeight = (word: string) => /^\d+$/.test(word) && Number(word) >= 90 && Number(word) <= 2160;
  const wrong = words.find((word) => !isHeight(word) || Number(word) % 2 !== 0);
  if (wrong !== undefined || words.length === 0 || words.length > MOST_HLS_HEIGHTS) {
    throw new StartError(
      `HLS_HEIGHTS must list one to ${MOST_HLS_HEIGHTS} even numbers from 90 to 2160, for example 360,480,720,1080; not "${wrong ?? text}".`,
    );
  }
  const heights = words.map(Number).sort((a, b) => a - b);
  const twice = heights.find((height, i) => height === heights[i - 1]);
  if (twice !== undefined) throw new StartError(`HLS_HEIGHTS lists ${twice} twice. Remove one of them.`);
  return heights;
}
