import { expect, test } from 'vitest';
import { boundCategories } from './bound-categories.ts';

test('a million categories are five hundred, and the first ones stay', () => {
  const bound = boundCategories();
  const kept = new Set<string>();
  for (let n = 0; n < 1_000_000; n += 1) kept.add(bound(`Category ${n}`));
  expect(kept.size).toBe(501);
  expect(kept).toContain('');
  expect(bound('category 499')).toBe('category 499');
  expect(bound('Category 500')).toBe('');
});
