import { expect, test } from 'vitest';
import { answerCounts, countsOfAnother, createCounts } from './counts.ts';

type Counts = ReturnType<typeof countsOfAnother>;
type Process = Counts & { leave(): void };

function twoProcesses(): [Process, Process] {
  const counts = createCounts();
  const create = (): Process => {
    const own = answerCounts(counts);
    return { ...countsOfAnother(async (...call) => own.answer(...call)), leave: own.forget };
  };
  return [create(), create()];
}

test('two processes share one limit', async () => {
  const [first, second] = twoProcesses();
  const taken = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? first : second).take('tries', 'anna', 20)),
  );
  expect(taken.filter(Boolean)).toHaveLength(20);
  first.giveBack('tries', 'anna');
  expect([await first.take('tries', 'anna', 20), await second.take('tries', 'anna', 20)]).toEqual([
    true,
    false,
  ]);
});

test('the uses of a process that is gone end, and none twice', async () => {
  const [first, second] = twoProcesses();
  for (let n = 0; n < 3; n += 1) expect(await first.begin('films', 'a', 4)).toBe(true);
  expect(await second.begin('films', 'a', 4)).toBe(true);
  expect(await second.begin('films', 'a', 4)).toBe(false);
  first.end('films', 'a');
  expect(await second.begin('films', 'a', 4)).toBe(true);
  first.leave();
  const more = [await second.begin('films', 'a', 4), await second.begin('films', 'a', 4)];
  expect([...more, await second.begin('films', 'a', 4)]).toEqual([true, true, false]);
});

test('all processes spend the same time', async () => {
  const [first, second] = twoProcesses();
  expect(await first.spend('bytes', 'a', 4000, 4000)).toBe(0);
  const waitMs = await second.spend('bytes', 'a', 1000, 4000);
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(1000);
  expect(await second.spend('bytes', 'b', 1000, 4000)).toBe(0);
});

test('calls to a hanging process are bounded', async () => {
  const counts = countsOfAnother(() => new Promise(() => {}));
  for (let n = 0; n < 10_000; n += 1) void counts.take('tries', 'anna', 20);
  await expect(counts.take('tries', 'anna', 20)).rejects.toThrow('not ready');
});
