import { spawn } from 'node:child_process';

const KEPT_STDERR = 8_192;

/**
 * Runs ffmpeg to its end without a shell. `purpose` completes the sentence "ffmpeg could not ...".
 * Throws an Error with that sentence and ffmpeg's own last words, one that says how to install ffmpeg
 * when it is missing, or the signal's reason when aborted.
 */
export async function runFfmpeg(
  args: readonly string[],
  options: { program: string; purpose: string; timeLimitMs: number; signal: AbortSignal },
): Promise<void> {
  options.signal.throwIfAborted();
  const limit = AbortSignal.timeout(options.timeLimitMs);
  const { code, failure, stderr } = await finish(
    args,
    options.program,
    AbortSignal.any([options.signal, limit]),
  );
  options.signal.throwIfAborted();
  if (failure && 'code' in failure && failure.code === 'ENOENT') {
    throw new Error(
      `"${options.program}" was not found: install ffmpeg (for example "apt-get install ffmpeg") and start again.`,
    );
  }
  if (limit.aborted) {
    throw new Error(`ffmpeg could not ${options.purpose} within ${options.timeLimitMs / 1000} seconds.`);
  }
  if (failure || code !== 0) {
    throw new Error(`ffmpeg could not ${options.purpose}: ${lastWords(stderr, failure, code)}`);
  }
}

interface Ending {
  readonly code: number | null;
  readonly failure: Error | undefined;
  readonly stderr: string;
}

function finish(args: readonly string[], program: string, signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    let stderr = '';
    let failure: Error | undefined;
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      stderr = (stderr + text).slice(-KEPT_STDERR);
    });
    child.on('error', (error) => {
      failure = error;
    });
    child.on('close', (code) => resolve({ code, failure, stderr }));
  });
}

function lastWords(stderr: string, failure: Error | undefined, code: number | null): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '').slice(-3);
  if (said.length > 0) return said.join(' / ');
  return failure?.message ?? `it ended with code ${code ?? 'none, killed by a signal'}`;
}
