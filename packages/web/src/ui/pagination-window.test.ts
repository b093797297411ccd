import { expect, it } from 'vitest';
import { pageWindow } from './pagination-window.ts';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [4, 10, [2, 3, 4, 5, 6]],
  [9, 10, [6, 7, 8, 9, 10]],
  [10, 10, [6, 7, 8, 9, 10]],
  [99, 10, [6, 7, 8, 9, 10]],
])('page %s of %s', (page, total, window) => {
  expect(pageWindow(page, total)).toEqual(window);
});
