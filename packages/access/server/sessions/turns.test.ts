import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('one at a time; lanes take turns, and those without one go first', async () => {
  const inTurn = createTurns(100);
  const done: string[] = [];
  let atOnce = 0;
  const work = (name: string) => async () => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await new Promise(setImmediate);
    atOnce -= 1;
    done.push(name);
  };
  await Promise.all([
    ...[1, 2, 3].map((n) => inTurn('a', work(`a${n}`))),
    ...[1, 2].map((n) => inTurn('b', work(`b${n}`))),
    inTurn('c', work('c1')),
    inTurn(undefined, work('first')),
  ]);
  expect(done).toEqual(['a1', 'first', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('where too many wait, the last of the fullest lane is refused', async () => {
  const inTurn = createTurns(6);
  const asked = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c'].map((lane) => inTurn(lane, async () => lane));
  const answers = await Promise.allSettled(asked);
  const refused = answers.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(refused).toEqual([4, 5]);
});

test('a task that fails does not hold up others', async () => {
  const inTurn = createTurns(2);
  const failing = inTurn('a', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  for (let n = 0; n < 5; n += 1) expect(await inTurn('a', async () => n)).toBe(n);
});
