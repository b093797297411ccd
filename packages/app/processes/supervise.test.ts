import { EventEmitter } from 'node:events';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import type { ChildProcess } from '@vesper/core/lib/run-process.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { supervise } from './supervise.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A child that never runs. */
function superviseOne(log: Log = silentLog) {
  const started: EventEmitter[] = [];
  const start = () => {
    const child = new EventEmitter();
    started.push(child);
    return child as ChildProcess;
  };
  supervise([{ child: 'web', start }], { log, onHopeless: () => {} });
  return {
    ready: () => started.at(-1)?.emit('message', { ready: true }),
    /** Ends it, and returns the pause before the next start. */
    async restartMs(code: number | null = null): Promise<number> {
      const before = started.length;
      started.at(-1)?.emit('exit', code, code === null ? 'SIGKILL' : null);
      let ms = 0;
      for (; started.length === before; ms += 100) await vi.advanceTimersByTimeAsync(100);
      return ms;
    },
  };
}

test('restarts what worked after half a second, however often killed', async () => {
  const child = superviseOne();
  const pauses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    child.ready();
    await vi.advanceTimersByTimeAsync(20_000);
    pauses.push(await child.restartMs());
  }
  expect(new Set(pauses)).toEqual(new Set([500]));
});

test('waits longer for what keeps failing at its start, until it works', async () => {
  const child = superviseOne();
  const pauses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    if (n % 2) child.ready();
    await vi.advanceTimersByTimeAsync(3000);
    pauses.push(await child.restartMs());
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  child.ready();
  await vi.advanceTimersByTimeAsync(6000);
  expect(await child.restartMs()).toBe(500);
});
