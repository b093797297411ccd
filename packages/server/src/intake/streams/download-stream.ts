import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { SourceError } from '../../kernel/lib/outbound/source-error.ts';
import type { Playlist } from '../downloads/index.ts';
import { fetchTrack, MOST_HOURS } from './fetch-track.ts';
import { USUAL_DELAYS_MS } from './patience.ts';
import { readStream } from './read-stream.ts';
import type { StreamOptions } from './stream-options.ts';
import { secondsOf } from './stream-plan.ts';
import { createStreamReport } from './stream-report.ts';

/** A part's files on the disk. */
export interface PartFiles {
  picture: string;
  /** Where it is apart from the picture. */
  sound: string | undefined;
}

export interface DownloadedStream {
  /** One after the other they are the film. */
  parts: PartFiles[];
  sizeBytes: number;
  /** As the playlist says. */
  durationSeconds: number;
  /** Of all files, in order. */
  sha256: Buffer;
}

/**
 * Downloads the best rendition of a finished stream. Segments that an earlier call or process has brought are kept.
 * Throws SourceError, the reason of `signal`, or a local file's error.
 */
export async function downloadStream(playlist: Playlist, options: StreamOptions): Promise<DownloadedStream> {
  const { signal, pauseScale = 1 } = options;
  const delaysMs = USUAL_DELAYS_MS.map((delay) => delay * pauseScale);
  const plan = await readStream(playlist, { ...options, delaysMs });
  await mkdir(options.folder, { recursive: true });
  const report = createStreamReport(plan, options);
  const deadline = performance.now() + MOST_HOURS * 3_600_000;
  const deps = { ...options, delaysMs, report, deadline };
  const parts: PartFiles[] = [];
  for (const [i, { picture, sound }] of plan.entries()) {
    const at = (name: string) => path.join(options.folder, `${name}-${i}`);
    parts.push({
      picture: await fetchTrack(deps, picture, at('picture')),
      sound: sound && (await fetchTrack(deps, sound, at('sound'))),
    });
  }
  report.tell(true);
  const { sizeBytes } = report;
  if (sizeBytes === 0) throw new SourceError('not_video', 'The stream is empty.');
  const durationSeconds = plan.reduce((sum, { picture }) => sum + secondsOf(picture), 0);
  return { parts, sizeBytes, durationSeconds, sha256: await hashFiles(parts, signal) };
}

async function hashFiles(parts: readonly PartFiles[], signal: AbortSignal): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const file of parts.flatMap(({ picture, sound }) => (sound ? [picture, sound] : [picture])))
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal }))
      hash.update(chunk);
  return hash.digest();
}
