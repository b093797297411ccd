import { EventEmitter } from 'node:events';
import { createLog } from '@vesper/core/lib/log.ts';
import type { ChildProcess } from '@vesper/core/lib/run-process.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endWhenHung } from './web-processes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers unless halted. */
function watchOne() {
  const kill = vi.fn();
  const child = Object.assign(new EventEmitter(), { kill });
  let isHalted = false;
  const waiting: (() => void)[] = [];
  const ask = vi.fn(
    () => new Promise<void>((resolve) => void (isHalted ? waiting.push(resolve) : resolve())),
  );
  endWhenHung(child as unknown as ChildProcess, ask, createLog('silent'));
  return {
    ...{ child, kill, ask },
    halt: () => {
      isHalted = true;
    },
    goOn: () => {
      isHalted = false;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

test('kills a process that was ready and has not answered for half a minute, and asks it once', async () => {
  const { child, kill, ask, halt } = watchOne();
  halt();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(ask).not.toHaveBeenCalled();
  child.emit('message', { ready: true });
  await vi.advanceTimersByTimeAsync(34_000);
  expect(kill).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(kill.mock.calls).toEqual([['SIGKILL']]);
  expect(ask).toHaveBeenCalledOnce();
});

test('spares what answers, even late, and what has ended', async () => {
  const { child, kill, halt, goOn } = watchOne();
  child.emit('message', { ready: true });
  for (let n = 0; n < 3; n += 1) {
    halt();
    await vi.advanceTimersByTimeAsync(29_000);
    goOn();
    await vi.advanceTimersByTimeAsync(6000);
  }
  halt();
  await vi.advanceTimersByTimeAsync(20_000);
  child.emit('exit', 0, null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kill).not.toHaveBeenCalled();
});
