import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from './catalogue.ts';
import type { Clip } from './clip.ts';
import { type ClipOutput, clipArguments } from './clip-arguments.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Told after each clip that was made: how many of all are there now, and how long this one took. */
export interface ClipProgress {
  readonly clip: Clip;
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
}

export interface EnsureClipsOptions {
  /** Where the clips are kept; made when missing. */
  readonly directory: string;
  /** Which clips; the whole catalogue by default. */
  readonly clips?: readonly Clip[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ClipProgress) => void;
  /** The program to start, `ffmpeg` by default. */
  readonly ffmpeg?: string;
}

const AT_ONCE = 2;
const CLIP_TIME_LIMIT_MS = 300_000;
const ABANDONED_MS = 2 * CLIP_TIME_LIMIT_MS;
const PARTIAL = '.partial';

/**
 * Makes the clips that the directory does not hold yet, two at a time. A clip appears under its name
 * only when it is whole, and the name carries a hash of its recipe: so a run that was killed is taken
 * up where it stopped, and a changed recipe is rendered again (the old files of that clip are removed).
 * Throws an Error with a sentence when ffmpeg is missing or fails, and the signal's reason when aborted.
 */
export async function ensureClips(options: EnsureClipsOptions): Promise<{ made: number; kept: number }> {
  const { directory, clips = CATALOGUE } = options;
  await mkdir(directory, { recursive: true });
  const present = new Set(await readdir(directory));
  await removeAbandoned(directory, present);
  const missing = clips.filter((clip) => !isPresent(clip, present));
  await makeAll(missing, options, clips.length);
  return { made: missing.length, kept: clips.length - missing.length };
}

/** The paths of a clip's two files in the directory, whether they are there or not. */
export function clipFiles(directory: string, clip: Clip): ClipOutput {
  const { video, thumbnail } = clipNames(clip);
  return { video: join(directory, video), thumbnail: join(directory, thumbnail) };
}

function clipNames(clip: Clip): ClipOutput {
  const recipe = JSON.stringify(clipArguments(clip, { video: '', thumbnail: '' }));
  const hash = createHash('sha256').update(recipe).digest('hex').slice(0, 12);
  return { video: `${clip.slug}.${hash}.mp4`, thumbnail: `${clip.slug}.${hash}.jpg` };
}

function isPresent(clip: Clip, present: ReadonlySet<string>): boolean {
  const { video, thumbnail } = clipNames(clip);
  return present.has(video) && present.has(thumbnail);
}

async function makeAll(missing: readonly Clip[], options: EnsureClipsOptions, total: number): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(options.signal ? [options.signal] : [])]);
  const queue = missing.values();
  let done = total - missing.length;
  async function work(): Promise<void> {
    for (const clip of queue) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      await makeClip(clip, { ...options, signal });
      done += 1;
      options.onProgress?.({ clip, done, total, elapsedMs: performance.now() - startedAt });
    }
  }
  // The first failure stops the other worker; both have ended, and cleaned up, before it is thrown.
  const workers = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      failure.abort(error);
    }),
  );
  await Promise.all(workers);
  signal.throwIfAborted();
}

async function makeClip(clip: Clip, options: EnsureClipsOptions & { signal: AbortSignal }): Promise<void> {
  const final = clipFiles(options.directory, clip);
  const partial = partialFiles(final);
  try {
    await runFfmpeg(clipArguments(clip, partial), {
      program: options.ffmpeg ?? 'ffmpeg',
      purpose: `make the clip "${clip.title}"`,
      timeLimitMs: CLIP_TIME_LIMIT_MS,
      signal: options.signal,
    });
    await rename(partial.thumbnail, final.thumbnail);
    await rename(partial.video, final.video);
  } finally {
    await rm(partial.video, { force: true });
    await rm(partial.thumbnail, { force: true });
  }
  await removeFormer(options.directory, clip);
}

/** Two makings of one clip at once, in one process or in several, must not meet. */
function partialFiles(final: ClipOutput): ClipOutput {
  const ending = `.${randomUUID()}${PARTIAL}`;
  return { video: final.video + ending, thumbnail: final.thumbnail + ending };
}

async function removeFormer(directory: string, clip: Clip): Promise<void> {
  const current = Object.values(clipNames(clip));
  for (const name of await readdir(directory)) {
    const [slug, , extension, rest] = name.split('.');
    const isFile = (extension === 'mp4' || extension === 'jpg') && rest === undefined;
    if (slug === clip.slug && isFile && !current.includes(name))
      await rm(join(directory, name), { force: true });
  }
}

/** Another process may be at work in the same directory: only files too old to be growing are removed. */
async function removeAbandoned(directory: string, names: ReadonlySet<string>): Promise<void> {
  for (const name of names) {
    if (!name.endsWith(PARTIAL)) continue;
    const path = join(directory, name);
    const file = await stat(path).catch(() => undefined);
    if (file && Date.now() - file.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}
