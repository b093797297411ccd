import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { boundCategories, createSeenBefore } from './dump-line.ts';

test('ten thousand categories are five hundred, and the first ones stay', () => {
  const bound = boundCategories();
  const kept = new Set<string>();
  for (let n = 0; n < 10_000; n += 1) kept.add(bound(`Category ${n}`));
  expect(kept.size).toBe(501);
  expect(kept).toContain('');
  expect(bound('category 499')).toBe('category 499');
  expect(bound('Category 500')).toBe('');
});

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest();

test('knows whether it has seen a hash before', () => {
  const isSeen = createSeenBefore();
  const hashes = Array.from({ length: 5000 }, (_, n) => hashOf(n));
  expect(hashes.filter(isSeen)).toEqual([]);
  expect(hashes.filter(isSeen)).toHaveLength(5000);
  expect(isSeen(hashOf(5001))).toBe(false);
});
