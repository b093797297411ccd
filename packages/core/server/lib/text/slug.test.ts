import { expect, test } from 'vitest';
import { slugify } from './slug.ts';

test.each([
  ['Test charts', 'test-charts'],
  ['  Crème -- brûlée!  ', 'creme-brulee'],
  ['Ünïcode Straße', 'unicode-straße'],
  ['分形 缩放', '分形-缩放'],
  ['***', ''],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('%j becomes %j', (text, slug) => {
  expect(slugify(text)).toBe(slug);
});
