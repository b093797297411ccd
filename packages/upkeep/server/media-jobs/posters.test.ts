import { expect, test } from 'vitest';
import { candidateSeconds } from './posters.ts';

test('candidates are evenly apart, in the order of the film, and leave out its ends', () => {
  const seconds = candidateSeconds(100, null);
  expect(seconds).toHaveLength(12);
  expect(seconds[0]).toBe(4);
  expect(seconds.at(-1)).toBe(96);
  expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
});

test('the previous choice is among them, once', () => {
  expect(candidateSeconds(100, 33.333)).toContain(33.333);
  expect(candidateSeconds(100, 33.333)).toHaveLength(13);
  expect(candidateSeconds(100, 4)).toHaveLength(12);
});

test('a film of one picture has a single candidate', () => {
  expect(candidateSeconds(0, null)).toEqual([0]);
});
