import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeenBefore } from './seen-before.ts';

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest();

test('says of each whether it was asked about before', () => {
  const isSeen = createSeenBefore();
  const hashes = Array.from({ length: 5000 }, (_, n) => hashOf(n));
  expect(hashes.filter(isSeen)).toEqual([]);
  expect(hashes.filter(isSeen)).toHaveLength(5000);
  expect(isSeen(hashOf(5001))).toBe(false);
});
