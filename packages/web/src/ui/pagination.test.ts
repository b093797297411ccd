import { expect, it } from 'vitest';
import { pageJumps, pageWindow } from './pagination.tsx';

it.each([
  [1, 3, [1, 2, 3]],
  [3, 10, [1, 2, 3, 4, 5]],
  [4, 10, [2, 3, 4, 5, 6]],
  [10, 10, [6, 7, 8, 9, 10]],
  [99, 10, [6, 7, 8, 9, 10]],
])('page %s of %s', (page, total, window) => {
  expect(pageWindow(page, total)).toEqual(window);
});

it.each([
  [1, 5, []],
  [5, 10, [1, 8, 9, 10]],
  [1, 100, [50, 100]],
  [2, 100, [10, 15, 20, 25, 30, 35, 40, 45, 50, 100]],
  [52, 100, [1, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100]],
  [60, 100, [1, 50, 55, 63, 64, 65, 70, 75, 80, 85, 90, 95, 100]],
])('page %s of %s has jumps to %s', (page, total, jumps) => {
  expect(pageJumps(page, total)).toEqual(jumps);
});

it('three links lead from the first page to every other, however many there are', () => {
  for (const total of [...Array(300).keys(), 1000, 41_667]) {
    const found = new Set([1]);
    let latest = [1];
    for (let links = 1; links <= 3; links += 1) {
      const next = new Set(latest.flatMap((page) => [...pageWindow(page, total), ...pageJumps(page, total)]));
      latest = [...next].filter((page) => !found.has(page));
      for (const page of latest) found.add(page);
    }
    expect([total, found.size]).toEqual([total, Math.max(1, total)]);
    for (const page of [1, 2, 50, 51])
      expect(pageJumps(page, total).length).toBeLessThanOrEqual(3 * Math.cbrt(total) + 4);
  }
});
