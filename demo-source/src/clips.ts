import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clip } from './clip.ts';

export interface EnsureClipsOptions {
  readonly directory: string;
  readonly clips: readonly Clip[];
  readonly signal?: AbortSignal;
  readonly onMade?: (clip: Clip, elapsedMs: number) => void;
}

interface ClipFiles {
  video: string;
  thumbnail: string;
}

const AT_ONCE = 2;
const KEYFRAME_SECONDS = 2;
const FADE_SECONDS = 0.4;

/**
 * Renders the clips missing in the directory, two at a time. A clip gets its name, with a hash of its recipe, once it
 * is complete, so a killed run resumes. Throws an Error with a sentence, or the signal's reason.
 */
export async function ensureClips({ directory, clips, signal, onMade }: EnsureClipsOptions): Promise<void> {
  await mkdir(directory, { recursive: true });
  const present = new Set(await readdir(directory));
  const queue = clips
    .filter((clip) => !Object.values(clipNames(clip)).every((name) => present.has(name)))
    .values();
  const failure = new AbortController();
  const either = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]);
  async function work(): Promise<void> {
    for (const clip of queue) {
      const startedAt = performance.now();
      await makeClip(clip, directory, either);
      onMade?.(clip, performance.now() - startedAt);
    }
  }
  // Wait for both workers to clean up before throwing.
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch((error) => failure.abort(error))));
  either.throwIfAborted();
}

export function clipNames(clip: Clip): ClipFiles {
  const recipe = JSON.stringify(clipArguments(clip, { video: '', thumbnail: '' }));
  const hash = createHash('sha256').update(recipe).digest('hex').slice(0, 12);
  return { video: `${clip.slug}.${hash}.mp4`, thumbnail: `${clip.slug}.${hash}.jpg` };
}

async function makeClip(clip: Clip, directory: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const names = clipNames(clip);
  // Two runs may render the same clip.
  const workshop = await mkdtemp(join(directory, 'making-'));
  const made = { video: join(workshop, names.video), thumbnail: join(workshop, names.thumbnail) };
  try {
    await promisify(execFile)('ffmpeg', clipArguments(clip, made), {
      ...{ signal, timeout: 300_000, killSignal: 'SIGKILL' },
    });
    await rename(made.thumbnail, join(directory, names.thumbnail));
    await rename(made.video, join(directory, names.video));
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(sentenceOf(error as NodeJS.ErrnoException & { stderr?: string }, clip));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

function sentenceOf({ code, message, stderr }: NodeJS.ErrnoException & { stderr?: string }, { title }: Clip) {
  if (code === 'ENOENT')
    return '"ffmpeg" was not found: install ffmpeg (for example "apt-get install ffmpeg") and start again.';
  return `ffmpeg could not make the clip "${title}": ${stderr?.trim().split('\n').at(-1) || message}`;
}

/** H.264 and AAC in MP4, index in front; the JPEG thumbnail is the frame at a quarter. */
function clipArguments(clip: Clip, { video, thumbnail }: ClipFiles): string[] {
  const keyframes = String(clip.framesPerSecond * KEYFRAME_SECONDS);
  const fadeOut = `afade=t=out:st=${clip.durationSeconds - FADE_SECONDS}:d=${FADE_SECONDS}`;
  const input = (graph: string) => ['-f', 'lavfi', '-t', String(clip.durationSeconds), '-i', graph];
  const still = [
    // Select before scaling, to scale one frame only.
    `select='gte(t,${clip.durationSeconds / 4})'`,
    'scale=w=480:h=480:force_original_aspect_ratio=decrease:out_range=pc,setsar=1,format=yuvj420p',
  ];
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...input(clip.picture(clip)),
    ...input(clip.sound),
    ...['-map', '0:v:0', '-map', '1:a:0', '-map_metadata', '-1'],
    ...['-r', String(clip.framesPerSecond), '-c:v', 'libx264', '-preset', 'superfast', '-crf', '30'],
    ...['-g', keyframes, '-keyint_min', keyframes, '-sc_threshold', '0'],
    // Browsers guess an unnamed colour matrix by the height.
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-af', `afade=t=in:d=${FADE_SECONDS},${fadeOut}`],
    // The default coder is slower than the video.
    ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '64k', '-ac', '2', '-ar', '44100'],
    ...['-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', video],
    ...['-map', '0:v:0', '-frames:v', '1', '-vf', still.join(',')],
    ...['-c:v', 'mjpeg', '-q:v', '3', '-fflags', '+bitexact', '-f', 'image2', '-update', '1', thumbnail],
  ];
}
