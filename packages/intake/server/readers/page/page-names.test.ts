import { expect, test } from 'vitest';
import { areAlike } from './page-names.ts';

test.each([
  ['A slow zoom', 'a SLOW  zoom!'],
  ['A slow zoom', 'A slow zoom | Site'],
  ['A slow zoom - Part 2', 'A slow zoom - Part 2 - Site'],
  ['A slow zoom', 'Site: more | A slow zoom'],
  ['A slow zoom', 'Watch a slow zoom online for free'],
  ['Watch', 'Watch | Site'],
  ['日本', '日本 - Site'],
])('%j is like %j', (one, other) => {
  expect(areAlike(one, other)).toBe(true);
  expect(areAlike(other, one)).toBe(true);
});

test.each([
  ['A slow zoom', 'A slow zoom 2'],
  ['A slow zoom - Part 1', 'A slow zoom - Part 2'],
  ['A slow zoom', 'A slow zoom again'],
  ['Slow | Site', 'Fast | Site'],
  ['', ''],
  ['!', '?'],
])('%j is not like %j', (one, other) => {
  expect(areAlike(one, other)).toBe(false);
  expect(areAlike(other, one)).toBe(false);
});
