import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';

export type { ChildProcess };

export interface ProcessOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  cwd?: string;
  /** The whole environment of the child; by default it gets PATH and a UTF-8 locale, nothing else. */
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  /** More output than this ends the child. */
  maxOutputBytes?: number;
}

export interface ProcessResult {
  stdout: Buffer;
  stderr: string;
}

/** A child that could not start, was ended, or answered other than 0. `stderr` holds its last words. */
export class ProcessError extends Error {
  readonly exitCode: number | null;
  readonly stderr: string;

  constructor(message: string, exitCode: number | null, stderr: string) {
    super(message);
    this.name = 'ProcessError';
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

const STDERR_TAIL_BYTES = 16 * 1024;

/**
 * Runs a program to its end, with an argument array and no shell, in a process group of its own, so that a
 * time limit or an abort ends it with all its children. Throws ProcessError unless it exits with 0.
 */
export function runProcess(
  file: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    options.signal?.throwIfAborted();
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env ?? childEnvironment(),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collectOutput(child, options.maxOutputBytes ?? 64 * 1024 * 1024, end);
    let ending: string | undefined;
    const timer = setTimeout(() => end(`took longer than ${options.timeoutMs / 1000} s`), options.timeoutMs);
    const onAbort = () => end('was cancelled');
    options.signal?.addEventListener('abort', onAbort, { once: true });

    function end(reason: string): void {
      ending ??= reason;
      killGroup(child);
    }
    function settle(): void {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    }
    child.once('error', (error) => {
      settle();
      reject(new ProcessError(`${file} could not be started: ${error.message}`, null, ''));
    });
    child.once('close', (code, signalName) => {
      settle();
      const stderr = output.stderr();
      if (options.signal?.aborted) reject(options.signal.reason);
      else if (ending) reject(new ProcessError(`${file} ${ending}.`, code, stderr));
      else if (code === 0) resolve({ stdout: output.stdout(), stderr });
      else
        reject(
          new ProcessError(`${file} ended with ${code ?? signalName}: ${lastLine(stderr)}`, code, stderr),
        );
    });
  });
}

/** The small environment every child gets: nothing of ours leaks into it. */
export function childEnvironment(): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', LC_ALL: 'C.UTF-8', HOME: '/nonexistent' };
}

function collectOutput(child: ChildProcess, maxBytes: number, end: (reason: string) => void) {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) end(`wrote more than ${maxBytes} bytes`);
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_TAIL_BYTES);
  });
  return { stdout: () => Buffer.concat(chunks), stderr: () => stderr };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

/**
 * Starts a program that outlives us, in a session of its own, its output appended to a file. Resolves with its
 * pid once it runs.
 */
export async function startDaemon(
  file: string,
  args: readonly string[],
  options: { logFile: string; cwd: string; env: Record<string, string>; uid?: number; gid?: number },
): Promise<number> {
  const log = await open(options.logFile, 'a');
  try {
    const { logFile: _, ...rest } = options;
    const child = spawn(file, args, { ...rest, detached: true, stdio: ['ignore', log.fd, log.fd] });
    await once(child, 'spawn');
    child.unref();
    return child.pid ?? 0;
  } finally {
    await log.close();
  }
}

/**
 * Starts a long-lived program of our own, with our streams, and an IPC channel by which it notices that we
 * have died. The caller waits for its `exit` and ends it.
 */
export function startChild(file: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(file, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}
