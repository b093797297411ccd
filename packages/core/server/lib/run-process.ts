import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

export type { ChildProcess };

export interface ProcessOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  cwd?: string;
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  maxOutputBytes?: number;
  /** Gets each line, cut at 64 KB; `stdout` is then empty. */
  onLine?: (line: string) => void;
  /** Also for its children; Linux only. */
  limits?: ProcessLimits;
}

export interface ProcessLimits {
  maxFileBytes: number;
  cpuSeconds: number;
  /** Address space, which exceeds the memory used. */
  memoryBytes?: number;
  /** No network, where the system permits that; else the child keeps it. */
  offline?: boolean;
}

export interface ProcessResult {
  stdout: Buffer;
  stderr: string;
}

/** Could not start, was killed, or did not exit with 0. `stderr` is its end. */
export class ProcessError extends Error {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly overLimit: boolean;

  constructor(
    message: string,
    exitCode: number | null,
    stderr: string,
    options?: ErrorOptions & { overLimit?: boolean },
  ) {
    super(message, options);
    this.name = 'ProcessError';
    this.exitCode = exitCode;
    this.stderr = stderr;
    this.overLimit = options?.overLimit ?? false;
  }
}

const STDERR_TAIL_BYTES = 16 * 1024;
const MAX_LINE_LENGTH = 64 * 1024;
/** Node ignores longer timeouts: 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** No shell, and a process group of its own, so that limits and aborts kill its children too. Throws ProcessError unless it exits with 0. */
export function runProcess(
  file: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    options.signal?.throwIfAborted();
    const child = spawn(...withLimits(file, args, options.limits), {
      cwd: options.cwd,
      env: options.env ?? childEnvironment(),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (options.limits) offerToMemoryKiller(child);
    const output = collectOutput(child, options, end);
    let ending: string | undefined;
    const timeoutMs = Math.min(options.timeoutMs, LONGEST_TIMER_MS);
    const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1000} s`), timeoutMs);
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
      const message = `${file} could not be started: ${error.message}`;
      reject(new ProcessError(message, null, '', { cause: error }));
    });
    child.once('close', (code, signalName) => {
      settle();
      output.end();
      const stderr = output.stderr();
      if (options.signal?.aborted) reject(options.signal.reason);
      else if (ending) reject(new ProcessError(`${file} ${ending}.`, code, stderr, { overLimit: true }));
      else if (code === 0) resolve({ stdout: output.stdout(), stderr });
      else {
        const message = `${file} ended with ${code ?? signalName}: ${lastLine(stderr)}`;
        const overLimit = signalName === 'SIGXCPU' || signalName === 'SIGXFSZ';
        reject(new ProcessError(message, code, stderr, { overLimit }));
      }
    });
  });
}

/** Nothing of ours leaks into a child. */
export function childEnvironment(): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', LC_ALL: 'C.UTF-8', HOME: '/nonexistent' };
}

function withLimits(
  file: string,
  args: readonly string[],
  limits: ProcessLimits | undefined,
): [file: string, args: readonly string[]] {
  if (!limits || process.platform !== 'linux') return [file, args];
  const { maxFileBytes, cpuSeconds, memoryBytes, offline } = limits;
  // SIGXCPU first, to recognize the cause; the kill a little later.
  const flags = [`--fsize=${maxFileBytes}`, `--cpu=${cpuSeconds}:${cpuSeconds + 5}`, '--core=0'];
  if (memoryBytes !== undefined) flags.push(`--as=${memoryBytes}`);
  const limited = ['/usr/bin/prlimit', ...flags, '--', file, ...args];
  const [first = file, ...rest] = offline ? [...withoutNetwork(), ...limited] : limited;
  return [first, rest];
}

/** Whether this machine permits `offline`. */
export function runsOffline(): boolean {
  return process.platform === 'linux' && withoutNetwork().length > 0;
}

let networkTaker: readonly string[] | undefined;

/** Runs a command in an empty network namespace; empty if not permitted. */
function withoutNetwork(): readonly string[] {
  networkTaker ??= NETWORK_TAKERS.find(
    ([program = '', ...args]) => spawnSync(program, [...args, '/bin/true']).status === 0,
  );
  networkTaker ??= [];
  return networkTaker;
}

/** Root's keeps the right to read any file; the other needs user namespaces. */
const NETWORK_TAKERS = [
  ['/usr/bin/unshare', '--net', '--'],
  ['/usr/bin/unshare', '--user', '--map-current-user', '--net', '--'],
];

/** Makes the OOM killer choose the child before the worker or the database. */
function offerToMemoryKiller(child: ChildProcess): void {
  if (process.platform !== 'linux' || child.pid === undefined) return;
  // If the child has exited already, nothing is lost.
  writeFile(`/proc/${child.pid}/oom_score_adj`, '800').catch(() => {});
}

function collectOutput(child: ChildProcess, options: ProcessOptions, end: (reason: string) => void) {
  const { maxOutputBytes = 64 * 1024 * 1024, onLine } = options;
  const lines = onLine ? splitLines(onLine) : undefined;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > maxOutputBytes) end(`wrote more than ${maxOutputBytes} bytes`);
    else if (lines) lines.push(chunk);
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_TAIL_BYTES);
  });
  return { stdout: () => Buffer.concat(chunks), stderr: () => stderr, end: () => lines?.end() };
}

function splitLines(onLine: (line: string) => void) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    push(chunk: Buffer) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop()?.slice(0, MAX_LINE_LENGTH) ?? '';
      for (const line of lines) onLine(line.slice(0, MAX_LINE_LENGTH));
    },
    end() {
      if (rest !== '') onLine(rest);
    },
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Already ended.
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

/** Outlives us, in its own session; its output is appended to a file. Returns the pid once it runs. */
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

/** A long-lived child of our program: its IPC channel shows our death. The caller ends it. `fd` becomes CHILD_SOCKET_FD. */
export function startChild(
  file: string,
  args: readonly string[],
  { env, fd }: { env: NodeJS.ProcessEnv; fd?: number },
): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
  return spawn(file, args, { env, stdio: fd === undefined ? stdio : [...stdio, fd] });
}
