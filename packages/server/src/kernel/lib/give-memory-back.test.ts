import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { giveMemoryBack } from './give-memory-back.ts';

const EVERY_MS = 50;
/** A machine that is busy itself may make a quiet process look busy for a while. */
const PATIENCE = { timeout: 20_000 };

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('once for each rest, and not while there is work', async () => {
  const collect = vi.fn();
  giveMemoryBack({ everyMs: EVERY_MS, collect });
  for (let n = 0; n < 10; n += 1) {
    work(EVERY_MS);
    await sleep(1);
  }
  expect(collect).not.toHaveBeenCalled();
  await expect.poll(() => collect.mock.calls.length, PATIENCE).toBe(1);
  await sleep(10 * EVERY_MS);
  const ofFirstRest = collect.mock.calls.length;
  // More than one where the machine interrupted the rest, but none for each look.
  expect(ofFirstRest).toBeLessThan(5);
  work(2 * EVERY_MS);
  await expect.poll(() => collect.mock.calls.length, PATIENCE).toBe(ofFirstRest + 1);
});
