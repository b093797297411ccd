import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { createRateMeter, type DownloadProgress, downloadFile, type RateLimit } from '../downloads/index.ts';
import { createKeyRing, fetchSegment, type SegmentDeps } from './fetch-segment.ts';
import { isWaiting, type Patience, persist } from './patience.ts';
import { openSegmentFile, type SegmentFile } from './segment-file.ts';
import type { Segment, StreamPart, Track } from './stream-plan.ts';

export interface TrackDeps extends StreamOptions, Patience {
  report: ReturnType<typeof createStreamReport>;
  /** Of `performance.now()`. */
  deadline: number;
}

/** The same as for a file. */
export const MOST_HOURS = 4;

/** Returns the file's path. */
export async function fetchTrack(deps: TrackDeps, track: Track, path: string): Promise<string> {
  const [only] = track.segments;
  const isWhole = !track.init && track.segments.length === 1 && only && !only.range && !only.key;
  await (isWhole ? fetchWhole(deps, only, path) : fetchSegments(deps, track, path));
  return path;
}

/** A single file resumes in its middle. */
async function fetchWhole({ report, ...deps }: TrackDeps, { url }: Segment, partPath: string): Promise<void> {
  const { fetch, signal, rateLimit } = deps;
  const before = report.sizeBytes;
  await downloadFile({
    ...{ url, partPath, fetch, signal, maxBytes: report.leftBytes },
    ...(rateLimit ? { rateLimit } : {}),
    onProgress: ({ receivedBytes }) => report.countBytes(receivedBytes - (report.sizeBytes - before)),
  });
  report.countSegments(1);
}

async function fetchSegments(deps: TrackDeps, { init, segments }: Track, path: string): Promise<void> {
  const { report } = deps;
  const all = init ? [init, ...segments] : segments;
  const file = await openSegmentFile(path, all);
  const segmentDeps: SegmentDeps = {
    ...deps,
    keys: createKeyRing(deps),
    leftBytes: () => report.leftBytes,
    onBytes: report.countBytes,
  };
  try {
    report.countBytes(file.sizeBytes);
    report.countSegments(all.slice(0, file.doneSegments).filter((one) => one !== init).length);
    for (const segment of all.slice(file.doneSegments)) {
      requireTime(deps);
      await persist(() => tryOnce(segmentDeps, segment, file), deps).catch((error) => {
        throw atSegment(error, segment === init ? 'The header of the stream' : report.nextName());
      });
      if (segment !== init) report.countSegments(1);
    }
    await file.seal();
  } finally {
    await file.close();
  }
}

function requireTime({ deadline }: TrackDeps): void {
  if (performance.now() <= deadline) return;
  const sentence = `The stream did not finish within ${MOST_HOURS} hours; the rest is downloaded on the next attempt.`;
  throw new SourceError('too_long', sentence);
}

async function tryOnce(deps: SegmentDeps, segment: Segment, file: SegmentFile): Promise<void> {
  const before = file.sizeBytes;
  try {
    await fetchSegment(deps, segment, file);
    await file.finishSegment();
  } catch (error) {
    deps.onBytes(before - file.sizeBytes);
    await file.rewind();
    throw error;
  }
}

/** Names the segment. Missing or forbidden addresses may change with the next playlist, so the job is retried. */
function atSegment(error: unknown, name: string): unknown {
  if (!(error instanceof SourceError) || isWaiting(error)) return error;
  const { code, kind, message, status, retryAfterMs } = error;
  const mayChange = code === 'http_status' && [401, 403, 404, 410].includes(status ?? 0);
  return new SourceError(code, `${name}: ${message}`, {
    cause: error,
    kind: mayChange ? 'transient' : kind,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

const PROGRESS_EVERY_MS = 250;

export function createStreamReport(
  plan: readonly StreamPart[],
  { maxBytes, onProgress }: Pick<StreamOptions, 'maxBytes' | 'onProgress'>,
) {
  const tracks = plan.flatMap(({ picture, sound }) => (sound ? [picture, sound] : [picture]));
  const total = tracks.reduce((sum, { segments }) => sum + segments.length, 0);
  const meter = createRateMeter(0, performance.now());
  let sizeBytes = 0;
  let done = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const tell = (last: boolean) => {
    const at = performance.now();
    if (!last && at - lastAt < PROGRESS_EVERY_MS) return;
    lastAt = at;
    const bytesPerSecond = meter.measure(sizeBytes, at);
    onProgress?.(
      { receivedBytes: sizeBytes, totalBytes: undefined, bytesPerSecond },
      done / Math.max(1, total),
    );
  };
  return {
    /** On disk, for all tracks. */
    get sizeBytes() {
      return sizeBytes;
    },
    get leftBytes() {
      return maxBytes - sizeBytes;
    },
    /** Negative if bytes were dropped. */
    countBytes(count: number) {
      sizeBytes += count;
      tell(false);
    },
    countSegments(count: number) {
      done += count;
      tell(false);
    },
    nextName: () => `Segment ${done + 1} of ${total}`,
    tell,
  };
}

export interface StreamOptions {
  /** Pieces stay here after success and failure, for the next attempt. */
  folder: string;
  fetch: SafeFetch;
  signal: AbortSignal;
  /** Of all pieces together. */
  maxBytes: number;
  /** Limits the shorter side, in pixels. */
  mostHeight: number;
  rateLimit?: RateLimit | undefined;
  /** At most four times a second, and once at the end. `totalBytes` is never known. */
  onProgress?: (progress: DownloadProgress, share: number) => void;
  /** Shortens retry pauses in tests. */
  pauseScale?: number | undefined;
}
