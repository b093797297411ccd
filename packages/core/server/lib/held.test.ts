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

test('a value is loaded once for concurrent callers, and again when stale', async () => {
  const { made, held } = heldCount();
  expect(await Promise.all([held.get(), held.get()])).toEqual([1, 1]);
  made.nowMs = 499;
  expect(await held.get()).toBe(1);
  made.nowMs = 500;
  expect(await held.get()).toBe(2);
});

test('a forgotten value is loaded again, even while loading', async () => {
  const { held } = heldCount();
  const first = held.get();
  held.forget();
  expect(await held.get()).toBe(2);
  expect(await first).toBe(1);
  expect(await held.get()).toBe(2);
});

test('callers get the old value while the next loads ahead', async () => {
  const { made, held } = heldCount(100);
  await held.get();
  made.nowMs = 399;
  expect([await held.get(), made.loads]).toEqual([1, 1]);
  made.nowMs = 400;
  expect(await Promise.all([held.get(), held.get()])).toEqual([1, 1]);
  expect(await held.get()).toBe(2);
  // Its age counts from when it began to load.
  made.nowMs = 799;
  expect([await held.get(), made.loads]).toEqual([2, 2]);
});

test('a value loaded ahead of a reported change is dropped', async () => {
  const { made, held } = heldCount(100);
  await held.get();
  made.nowMs = 450;
  held.get();
  held.forget();
  expect([await held.get(), made.loads]).toEqual([3, 3]);
  expect(await held.get()).toBe(3);
});
