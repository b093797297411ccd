import { faultsOf } from '../../kernel/lib/faults.ts';
import type { Log } from '../../kernel/lib/log.ts';
import type { ChildProcess } from '../../kernel/lib/run-process.ts';
import { EXIT_HOPELESS } from './process.ts';

export interface Kept {
  /** Names it in the log: "web", with a number where there are several. */
  child: string;
  number?: number;
  /** Starts it. It sends `{ ready: true }` once it works. */
  start(): ChildProcess;
  onReady?: () => void;
}

export interface SuperviseOptions {
  log: Log;
  /** A child reported that it cannot start. */
  onHopeless: () => void;
}

const STOP_MS = 45_000;
const LONGEST_WAIT_MS = 30_000;
/** A child that worked this long did not fail at its start. */
const STARTED_MS = 5000;
/** An unexpected end is over once the child has worked this long. */
const HEALTHY_MS = 60_000;

/** Keeps processes running: one that ends is restarted, with growing pauses where its start fails again and again. */
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
    // This is how one ends after SIGTERM, by which operators replace it.
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

/** Asks a child to end, and kills it after a while. */
async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
