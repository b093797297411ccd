import { createRateMeter } from '../downloads/index.ts';
import type { StreamOptions } from './stream-options.ts';
import type { StreamPart } from './stream-plan.ts';

/** How far the download of a stream is. */
export interface StreamReport {
  /** On the disk, of all tracks. */
  readonly sizeBytes: number;
  readonly leftBytes: number;
  /** Bytes came, or, where negative, were dropped. */
  countBytes(count: number): void;
  /** So many segments are there. */
  countSegments(count: number): void;
  /** "Segment 7 of 12", of the next one. */
  nextName(): string;
  tell(last: boolean): void;
}

const PROGRESS_EVERY_MS = 250;

export function createStreamReport(
  plan: readonly StreamPart[],
  { maxBytes, onProgress }: Pick<StreamOptions, 'maxBytes' | 'onProgress'>,
): StreamReport {
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
    get sizeBytes() {
      return sizeBytes;
    },
    get leftBytes() {
      return maxBytes - sizeBytes;
    },
    countBytes(count) {
      sizeBytes += count;
      tell(false);
    },
    countSegments(count) {
      done += count;
      tell(false);
    },
    nextName: () => `Segment ${done + 1} of ${total}`,
    tell,
  };
}
