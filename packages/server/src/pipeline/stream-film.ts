import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Playlist } from '../intake/downloads/index.ts';
import { downloadStream } from '../intake/streams/index.ts';
import { joinParts } from '../library/media/index.ts';
import type { FetchedFile, Work } from './work.ts';

/**
 * The film of a source's stream: its segments, which survive an attempt as a film's part does, put together into one
 * local file. `name` is that of its folder in the work folder.
 */
export async function fetchStream(work: Work, playlist: Playlist, name: string): Promise<FetchedFile> {
  const { pipeline, leased, workFolder, signal } = work;
  const { manners, maxVideoBytes, rateLimit, media } = pipeline;
  const stream = await downloadStream(playlist, {
    folder: path.join(workFolder, name),
    fetch: manners.fetchFor(leased.job.source_id),
    signal,
    maxBytes: maxVideoBytes,
    mostHeight: media.sourceStreamHeight,
    rateLimit,
    onProgress: (progress, share) => {
      leased.reportTransfer(progress);
      leased.reportShare(share);
    },
    pauseScale: pipeline.pauseTuning?.pauseScale,
  });
  const folder = path.join(workFolder, `${name}-joined`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const { parts, sha256, sizeBytes, durationSeconds } = stream;
  const options = { folder, signal, threads: media.threads, sizeBytes, durationSeconds };
  return { localPath: await joinParts(parts, options), sha256 };
}
