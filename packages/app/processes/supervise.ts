import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import type { ListeningSocket } from '@vesper/core/lib/listening-socket.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { type ChildProcess, startChild } from '@vesper/core/lib/run-process.ts';
import type { Config } from '../settings/config.ts';
import { WORKER_FLAGS } from './node-flags.ts';
import { EXIT_HOPELESS } from './process.ts';
import { createWebProcesses } from './web-processes.ts';

export interface Kept {
  child: string;
  number?: number;
  /** The child sends `{ ready: true }` once it works. */
  start(): ChildProcess;
  onReady?: () => void;
}

export interface SuperviseOptions {
  log: Log;
  onHopeless: () => void;
}

const STOP_MS = 45_000;
const LONGEST_WAIT_MS = 30_000;
/** A process that ran this long did not fail at its start. */
const STARTED_MS = 5000;
/** A process that ran this long clears the fault of its unexpected end. */
const HEALTHY_MS = 60_000;

/** Restarts children, with growing pauses while starts fail. */
export function supervise(all: readonly Kept[], options: SuperviseOptions): { stop(): Promise<void> } {
  const children = all.map((kept) => keepRunning(kept, options));
  return {
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}

function keepRunning({ start: startOne, onReady, ...names }: Kept, { log, onHopeless }: SuperviseOptions) {
  let child: ChildProcess | undefined;
  let failures = 0;
  let stopping = false;
  const faults = faultsOf(log);
  const key = `process ${names.child} ${names.number ?? ''}`;

  function start(): void {
    let readyAt: number | undefined;
    let healthy: NodeJS.Timeout | undefined;
    child = startOne();
    child.on('message', (message: { ready?: true }) => {
      if (!message.ready) return;
      readyAt = performance.now();
      onReady?.();
      healthy = setTimeout(() => faults.end(key), HEALTHY_MS).unref();
    });
    child.once('exit', (code, signal) => {
      child = undefined;
      clearTimeout(healthy);
      if (stopping) return;
      const started = readyAt !== undefined && performance.now() - readyAt > STARTED_MS;
      if (code === EXIT_HOPELESS && readyAt === undefined) onHopeless();
      else again({ code, signal, started });
    });
  }

  function again(end: { code: number | null; signal: string | null; started: boolean }): void {
    failures = end.started ? 1 : failures + 1;
    const waitMs = Math.min(LONGEST_WAIT_MS, 500 * 2 ** (failures - 1));
    // SIGTERM's result, by which operators replace a process.
    if (end.started && end.code === 0)
      log.info({ ...names, ...end, waitMs }, 'A process ended and is replaced.');
    else {
      const sentence = 'A process ended unexpectedly and is started again.';
      faults.begin(key, { sentence, fields: { ...names, ...end, waitMs } });
    }
    setTimeout(() => !stopping && start(), waitMs);
  }

  start();
  return {
    stop(): Promise<void> {
      stopping = true;
      return endChild(child);
    },
  };
}

/** SIGTERM, and after a while SIGKILL. */
async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

const WORKER = fileURLToPath(new URL('../worker.ts', import.meta.url));

export interface ChildrenOptions extends SuperviseOptions {
  config: Config;
  socket: ListeningSocket;
}

/** The web processes, and with ROLE=all a worker. */
export function startChildren({ config, socket, log, onHopeless }: ChildrenOptions): {
  stop(): Promise<void>;
} {
  const env = environmentOfChildren(config, process.env);
  const web = createWebProcesses(socket.fd, env, log);
  let isReady = false;
  const onReady = () => {
    if (!isReady) announce(config, socket.port, log);
    isReady = true;
  };
  const all: Kept[] = Array.from({ length: config.webProcesses }, (_, index) => ({
    child: 'web',
    number: index + 1,
    start: () => web.start(index + 1),
    onReady,
  }));
  if (config.role === 'all')
    all.push({
      child: 'worker',
      start: () => startChild(process.execPath, [...WORKER_FLAGS, WORKER], { env }),
    });
  return supervise(all, { log, onHopeless });
}

function announce({ host }: Config, port: number, log: Log): void {
  log.info({ host, port }, 'The site is ready.');
  process.stdout.write(`Vesper is at http://${host.includes(':') ? `[${host}]` : host}:${port}\n`);
}

/** Children serve strangers: no right to change tables. Kept compiled code saves a third of a restart's work, and 9 MB. */
export function environmentOfChildren(
  { dataDir }: Pick<Config, 'dataDir'>,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { DATABASE_MIGRATE_URL: _, FORMER_DATABASE_URL: __, ...rest } = env;
  return { NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'), ...rest };
}
