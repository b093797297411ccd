import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { type ProcessLimits, runProcess } from '@vesper/core/lib/run-process.ts';
import { blameFile } from './refusal.ts';
import { SAFE_INPUT } from './safe-input.ts';

export interface MediaOptions {
  signal: AbortSignal;
  threads: number;
  onProgress?: (share: number) => void;
}
export interface MediaWork extends MediaOptions {
  folder: string;
}

interface FfmpegRun extends MediaWork {
  /** Of the output, for progress and the time limit; 0 if unknown. */
  durationSeconds: number;
  /** Processor seconds per second of video; a minute more is always allowed. */
  cpuPerSecond?: number;
  maxFileBytes?: number;
}

interface FfprobeRun {
  signal: AbortSignal;
  cpuSeconds?: number;
  onLine?: (line: string) => void;
}

const LEAST_CPU_SECONDS = 60;
const MOST_MEMORY_BYTES = 8 * 1024 ** 3;
const MOST_FILE_BYTES = 64 * 1024 ** 3;
/** Reading a header is quick; an index that needs more is hostile. */
const PROBE_LIMITS: ProcessLimits = {
  cpuSeconds: 60,
  memoryBytes: 4 * 1024 ** 3,
  maxFileBytes: 0,
  offline: true,
};

/** One local file in a known format, read only through the `file` protocol. */
export function inputArguments(localPath: string, before: readonly string[] = []): string[] {
  return [...before, ...SAFE_INPUT, '-i', `file:${localPath}`];
}

/** Within limits of time, memory and output. Inputs come from `inputArguments`. Throws ProcessError. */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun): Promise<void> {
  const { folder, signal, threads, durationSeconds, onProgress } = run;
  const limits = limitsOf(run);
  const own = ['-filter_threads', String(threads), '-threads', String(threads)];
  await runProcess('ffmpeg', [...COMMON, ...own, ...args], {
    cwd: folder,
    signal,
    limits,
    // For a run that hangs without using processor time.
    timeoutMs: limits.cpuSeconds * 4000,
    onLine: (line) => {
      const share = shareOf(line, durationSeconds);
      if (share !== undefined) onProgress?.(share);
    },
  });
}

/** Returns whether it finished: false if the file is to blame. */
export async function runLeniently(args: readonly string[], run: FfmpegRun): Promise<boolean> {
  try {
    await runFfmpeg(args, run);
    return true;
  } catch (error) {
    if (blameFile(error, 'The file was rejected.') instanceof SourceError) return false;
    throw error;
  }
}

/** Probes the local file at the end of `args`. With `onLine` returns nothing, however long. Throws ProcessError. */
export async function runFfprobe(
  args: readonly string[],
  { signal, cpuSeconds = PROBE_LIMITS.cpuSeconds, onLine }: FfprobeRun,
): Promise<string> {
  const options = args.slice(0, -1);
  const input = inputArguments(args.at(-1) ?? '');
  const { stdout } = await runProcess('ffprobe', ['-v', 'error', '-threads', '1', ...options, ...input], {
    signal,
    timeoutMs: cpuSeconds * 4000,
    ...(onLine ? { onLine, maxOutputBytes: Number.POSITIVE_INFINITY } : { maxOutputBytes: 16 * 1024 * 1024 }),
    limits: { ...PROBE_LIMITS, cpuSeconds },
  });
  return stdout.toString('utf8');
}

const COMMON = ['-nostdin', '-hide_banner', '-v', 'error', '-nostats', '-y', '-progress', 'pipe:1'];

export function limitsOf({
  durationSeconds,
  threads,
  cpuPerSecond = 30,
  maxFileBytes,
}: Pick<FfmpegRun, 'durationSeconds' | 'threads' | 'cpuPerSecond' | 'maxFileBytes'>): ProcessLimits {
  return {
    maxFileBytes: maxFileBytes ?? MOST_FILE_BYTES,
    memoryBytes: MOST_MEMORY_BYTES,
    offline: true,
    cpuSeconds: Math.ceil(LEAST_CPU_SECONDS * threads + durationSeconds * cpuPerSecond),
  };
}

export function shareOf(line: string, durationSeconds: number): number | undefined {
  const micros = /^out_time_us=(\d+)$/.exec(line)?.[1];
  if (micros === undefined || durationSeconds <= 0) return undefined;
  return Math.min(1, Number(micros) / 1e6 / durationSeconds);
}
