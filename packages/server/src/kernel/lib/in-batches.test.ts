import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test('what arrives in one turn, or meanwhile, is asked together, in its order, and each gets its own answer', async () => {
  const batches: number[] = [];
  const square = inBatches(async (numbers: readonly number[]) => {
    batches.push(numbers.length);
    await sleep(5);
    return numbers.map((n) => n * n);
  }, 4);
  const numbers = Array.from({ length: 10 }, (_, n) => n);
  expect(await Promise.all(numbers.map(square))).toEqual(numbers.map((n) => n * n));
  expect(batches).toEqual([4, 4, 2]);
  expect(await square(11)).toBe(121);
});

test('a failure is that of its batch alone', async () => {
  const ask = inBatches(async (questions: readonly string[]) => {
    await sleep(1);
    if (questions.includes('bad')) throw new Error('It fails.');
    return questions;
  }, 2);
  const asked = ['one', 'bad', 'two', 'three'].map(ask);
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});
