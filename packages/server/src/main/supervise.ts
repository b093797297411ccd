import { fileURLToPath } from 'node:url';
import type { Log } from '../kernel/lib/log.ts';
import { type ChildProcess, startChild } from '../kernel/lib/run-process.ts';
import { EXIT_HOPELESS } from './process.ts';
import { WORKER_FLAGS } from './worker-flags.ts';

export interface SuperviseOptions {
  log: Log;
  /** The site is listening at this address. */
  onReady: (address: string) => void;
  /** A child reported that it cannot start. */
  onHopeless: () => void;
}

const STOP_MS = 45_000;
const LONGEST_WAIT_MS = 30_000;
/** A child that lived this long did not fail at its start. */
const HEALTHY_MS = 60_000;

/** Keeps the processes of site and worker running: one that ends is restarted, with growing pauses. */
export function supervise(options: SuperviseOptions): { stop(): Promise<void> } {
  const children = ['web', 'worker'].map((name) => keepRunning(name, options));
  return {
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}

function keepRunning(name: string, { log, onReady, onHopeless }: SuperviseOptions) {
  let child: ChildProcess | undefined;
  let failures = 0;
  let stopping = false;

  function start(): void {
    const startedAt = Date.now();
    let ready = false;
    const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
    const flags = name === 'worker' ? WORKER_FLAGS : [];
    child = startChild(process.execPath, [...flags, script], environmentOfChildren());
    child.on('message', (message: { ready?: string }) => {
      ready = true;
      if (name === 'web' && message.ready) onReady(message.ready);
    });
    child.once('exit', (code, signal) => {
      child = undefined;
      if (stopping) return;
      if (code === EXIT_HOPELESS && !ready) onHopeless();
      else again({ code, signal, healthy: Date.now() - startedAt > HEALTHY_MS });
    });
  }

  function again(end: { code: number | null; signal: string | null; healthy: boolean }): void {
    failures = end.healthy ? 1 : failures + 1;
    const waitMs = Math.min(LONGEST_WAIT_MS, 500 * 2 ** (failures - 1));
    log.error({ child: name, ...end, waitMs }, 'A process ended unexpectedly and is started again.');
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

/** They serve strangers, so they must not get the right to change tables. */
function environmentOfChildren(): NodeJS.ProcessEnv {
  const { DATABASE_MIGRATE_URL: _, ...rest } = process.env;
  return rest;
}

/** Asks a child to end, and kills it after a while. */
async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
