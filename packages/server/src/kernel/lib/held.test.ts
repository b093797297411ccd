import { expect, test } from 'vitest';
import { createHeld } from './held.ts';

function heldCount() {
  const made = { nowMs: 0, loads: 0, fails: false };
  const load = async () => {
    made.loads += 1;
    if (made.fails) throw new Error('The database is away.');
    return made.loads;
  };
  return { made, held: createHeld(load, 500, () => made.nowMs) };
}

test('what is held is loaded once for all who ask, and again when it is too old', async () => {
  const { made, held } = heldCount();
  expect(await Promise.all([held.get(), held.get()])).toEqual([1, 1]);
  made.nowMs = 499;
  expect(await held.get()).toBe(1);
  made.nowMs = 500;
  expect(await held.get()).toBe(2);
});

test('what is forgotten is loaded again, while it still loads too', async () => {
  const { held } = heldCount();
  const first = held.get();
  held.forget();
  expect(await held.get()).toBe(2);
  expect(await first).toBe(1);
  expect(await held.get()).toBe(2);
});

test('what failed is not held', async () => {
  const { made, held } = heldCount();
  made.fails = true;
  await expect(held.get()).rejects.toThrow('away');
  made.fails = false;
  expect(await held.get()).toBe(2);
});
