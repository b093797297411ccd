import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '../../packages/core/server/lib/run-process.ts';
import type { Storage } from '../../packages/core/server/storage/storage.ts';
import { grabCandidates, probeVideo } from '../../packages/library/server/media/index.ts';

export const SEED_VIDEO_KEY = 'seed/video.mp4';
export const SEED_THUMBNAIL_KEY = 'seed/thumbnail.webp';

const SECONDS = 6;

/** Makes the clip and the picture that all made-up videos share, unless they exist. */
export async function ensureSeedMedia(storage: Storage, signal: AbortSignal): Promise<void> {
  if ((await storage.head(SEED_VIDEO_KEY)) && (await storage.head(SEED_THUMBNAIL_KEY))) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-seed-'));
  try {
    const clip = path.join(folder, 'video.mp4');
    const picture = path.join(folder, 'thumbnail.webp');
    await runProcess('ffmpeg', clipArguments(clip), { timeoutMs: 120_000, signal });
    const probed = await probeVideo(clip, { signal });
    const options = { folder, seconds: [SECONDS / 4], signal, threads: 1 };
    const [still] = await grabCandidates({ localPath: clip, probed }, options);
    await writeFile(picture, still?.bytes ?? '');
    await storage.adopt(picture, SEED_THUMBNAIL_KEY);
    await storage.adopt(clip, SEED_VIDEO_KEY);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Six seconds of a slowly moving gradient with a quiet tone: a few tens of kilobytes. */
function clipArguments(target: string): string[] {
  return [
    ...['-nostdin', '-v', 'error', '-y', '-threads', '1'],
    ...['-f', 'lavfi', '-t', `${SECONDS}`, '-i', 'gradients=size=640x360:rate=24:speed=0.02:seed=7'],
    ...['-f', 'lavfi', '-t', `${SECONDS}`, '-i', 'sine=frequency=220:sample_rate=44100'],
    ...['-map', '0:v:0', '-map', '1:a:0', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28'],
    ...['-pix_fmt', 'yuv420p', '-af', 'volume=0.1', '-c:a', 'aac', '-b:a', '48k', '-ac', '1'],
    ...['-movflags', '+faststart', '-f', 'mp4', target],
  ];
}
