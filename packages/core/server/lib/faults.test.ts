import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFaults } from './faults.ts';
import { type Log, silentLog } from './log.ts';

let told: string[];
const note = (level: string) => (_: unknown, text: string) => void told.push(`${level}: ${text}`);
const log = { ...silentLog, info: note('info'), warn: note('warn'), error: note('error') } as Log;
const AWAY = { sentence: 'The bucket is away.' };

beforeEach(() => {
  told = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a fault is logged once when it starts and once when it clears', () => {
  const faults = createFaults(log);
  faults.end('bucket');
  for (let n = 0; n < 1000; n += 1) {
    faults.begin('bucket', AWAY);
    vi.advanceTimersByTime(60_000);
  }
  expect(told).toEqual(['error: The bucket is away.']);
  faults.end('bucket');
  faults.end('bucket');
  vi.advanceTimersByTime(60_000);
  faults.end('bucket');
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['error: The bucket is away.', 'info: Over: The bucket is away.']);
  faults.begin('bucket', AWAY);
  expect(told).toHaveLength(3);
});

test('a fault without a reported end clears when it does not recur for a while', () => {
  const faults = createFaults(log);
  const fault = { ...AWAY, level: 'warn', isOverAfterMs: 60_000 } as const;
  faults.begin('queue', fault);
  vi.advanceTimersByTime(59_000);
  faults.begin('queue', fault);
  vi.advanceTimersByTime(59_000);
  expect(told).toEqual(['warn: The bucket is away.']);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['warn: The bucket is away.', 'info: Over: The bucket is away.']);
});
