import { createCounts } from '@vesper/core/lib/counts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createByteLimit } from './byte-limit.ts';

const RATE = 1000;

/** A limit of 1000 bytes a second, with a stopped clock. */
function makeLimit() {
  const clock = { ms: 1_000_000 };
  return {
    clock,
    ...createByteLimit(
      createCounts(() => clock.ms),
      RATE,
    ),
  };
}

describe('the bytes of a visitor', () => {
  test('come at once for the first four seconds, then at the rate', async () => {
    const { reserve, clock } = makeLimit();
    expect(await reserve('203.0.113.1', 4000)).toBe(0);
    expect(await reserve('203.0.113.1', 500)).toBe(500);
    expect(await reserve('203.0.113.1', 500)).toBe(1000);
    clock.ms += 1000;
    expect(await reserve('203.0.113.1', 1000)).toBe(1000);
  });

  test('are counted for a network, and for each by itself', async () => {
    const { reserve } = makeLimit();
    await reserve('203.0.113.1', 4000);
    expect(await reserve('203.0.113.200', 1000)).toBe(1000);
    expect(await reserve('::ffff:203.0.113.7', 1000)).toBe(2000);
    expect(await reserve('203.0.114.1', 1000)).toBe(0);
    await reserve('2001:db8:1:2::1', 4000);
    expect(await reserve('2001:db8:1:3::9', 1000)).toBe(1000);
  });

  test('are shared evenly by transfers that ask in turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 10, max: 400 }),
        async (transfers, slice) => {
          const { reserve, clock } = makeLimit();
          const startedAt = clock.ms;
          await reserve('203.0.113.1', 4 * RATE);
          const sent = new Array<number>(transfers).fill(0);
          const readyAt = new Array<number>(transfers).fill(clock.ms);
          while (clock.ms < startedAt + 20_000) {
            const next = readyAt.indexOf(Math.min(...readyAt));
            clock.ms = Math.max(clock.ms, readyAt[next] ?? 0);
            readyAt[next] = clock.ms + (await reserve('203.0.113.1', slice));
            sent[next] = (sent[next] ?? 0) + slice;
          }
          const total = sent.reduce((sum, one) => sum + one, 0);
          expect(Math.abs(total - 20 * RATE)).toBeLessThanOrEqual((transfers + 1) * slice);
          expect(Math.max(...sent) - Math.min(...sent)).toBeLessThanOrEqual(slice);
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('a slice is small where the rate is, so that nobody waits long for something', () => {
  expect(createByteLimit(createCounts(), 80_000).sliceBytes).toBe(10_000);
  expect(createByteLimit(createCounts(), 1).sliceBytes).toBe(1024);
  expect(createByteLimit(createCounts(), 1e9).sliceBytes).toBe(256 * 1024);
});

test('a reader that leaves does not wait for its turn', async () => {
  const limit = createByteLimit(createCounts(), 1);
  const gone = new AbortController();
  const turn = limit.pace('203.0.113.1', 1_000_000, gone.signal);
  gone.abort();
  await expect(turn).rejects.toThrow(/abort/i);
});
