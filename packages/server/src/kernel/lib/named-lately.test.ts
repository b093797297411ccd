import { expect, test } from 'vitest';
import { createNamedLately } from './named-lately.ts';

const MANY = 1000;
const names = Array.from({ length: MANY }, (_, n) => `one.example ["/api/videos",${n},null]`);
const shareOf = (was: boolean[]) => was.filter(Boolean).length / was.length;

test('a name was named before from the second time on, and nearly all of a thousand are remembered', () => {
  const wasNamed = createNamedLately();
  expect(shareOf(names.map(wasNamed))).toBe(0);
  expect(shareOf(names.map(wasNamed))).toBeGreaterThan(0.9);
  expect(['', 'é', '\u{1f3ac}'].map((name) => [wasNamed(name), wasNamed(name)])).toEqual([
    [false, true],
    [false, true],
    [false, true],
  ]);
});

test('it is forgotten when very many others were named since', () => {
  const wasNamed = createNamedLately();
  names.map(wasNamed);
  for (let n = 0; n < 100 * MANY; n += 1) wasNamed(`other ${n}`);
  expect(shareOf(names.map(wasNamed))).toBeLessThan(0.1);
});
