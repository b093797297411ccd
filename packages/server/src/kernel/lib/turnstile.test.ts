import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

test('lets so many in at once, the others in order, and turns away who finds too many waiting', async () => {
  const { enter } = createTurnstile({ most: 2, mostWaiting: 2 });
  const inside: number[] = [];
  const turns = [0, 1, 2, 3].map(async (n) => {
    const leave = await enter();
    inside.push(n);
    return leave;
  });
  expect(await enter()).toBeUndefined();
  expect(inside).toEqual([0, 1]);
  (await turns[1])?.();
  (await turns[2])?.();
  await turns[3];
  expect(inside).toEqual([0, 1, 2, 3]);
  // Two are inside, and none waits.
  const further = [enter(), enter()];
  expect(await enter()).toBeUndefined();
  (await turns[0])?.();
  (await turns[3])?.();
  expect((await Promise.all(further)).every(Boolean)).toBe(true);
});
