import { expect, test } from 'vitest';
import { createHeld } from './held.ts';

function heldCount(aheadMs = 0) {
  const made = { nowMs: 0, loads: 0, fails: false };
  const load = async () => {
    made.loads += 1;
    if (made.fails) throw new Error('The database is away.');
    return made.loads;
  };
  return { made, held: createHeld(load, 500, { nowMs: () => made.nowMs, aheadMs }) };
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

test('callers do not wait for what is loaded ahead, which takes over once it is there', async () => {
  const { made, held } = heldCount(100);
  await held.get();
  made.nowMs = 399;
  expect([await held.get(), made.loads]).toEqual([1, 1]);
  made.nowMs = 400;
  expect(await Promise.all([held.get(), held.get()])).toEqual([1, 1]);
  expect(await held.get()).toBe(2);
  // It is held from when it began to load.
  made.nowMs = 799;
  expect([await held.get(), made.loads]).toEqual([2, 2]);
});

test('what is loaded ahead of a change that was told of is not held', async () => {
  const { made, held } = heldCount(100);
  await held.get();
  made.nowMs = 450;
  held.get();
  held.forget();
  expect([await held.get(), made.loads]).toEqual([3, 3]);
  expect(await held.get()).toBe(3);
});
