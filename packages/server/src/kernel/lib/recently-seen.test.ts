import { expect, test } from 'vitest';
import { createRecentlySeen } from './recently-seen.ts';

const MANY = 1000;
const names = Array.from({ length: MANY }, (_, n) => `one.example ["/api/videos",${n},null]`);
const shareOf = (was: boolean[]) => was.filter(Boolean).length / was.length;

test('a name was seen from the second time on, and nearly all of a thousand are remembered', () => {
  const wasSeen = createRecentlySeen();
  expect(shareOf(names.map(wasSeen))).toBe(0);
  expect(shareOf(names.map(wasSeen))).toBeGreaterThan(0.9);
  expect(['', 'é', '\u{1f3ac}'].map((name) => [wasSeen(name), wasSeen(name)])).toEqual([
    [false, true],
    [false, true],
    [false, true],
  ]);
});

test('it is forgotten when very many others were seen since', () => {
  const wasSeen = createRecentlySeen();
  names.map(wasSeen);
  for (let n = 0; n < 100 * MANY; n += 1) wasSeen(`other ${n}`);
  expect(shareOf(names.map(wasSeen))).toBeLessThan(0.1);
});
