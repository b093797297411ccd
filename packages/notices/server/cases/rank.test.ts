import { expect, test } from 'vitest';
import { CONFIRMED_RANK, rankOf } from './rank.ts';

const PLAIN = { priority: 20, isResolved: false, hasProof: false, approved: 0, denied: 0, fromNetwork: 0 };

test('each fact moves a notice up or down', () => {
  const plain = rankOf(PLAIN);
  for (const up of [{ priority: 60 }, { isResolved: true }, { hasProof: true }, { approved: 1 }])
    expect(rankOf({ ...PLAIN, ...up })).toBeGreaterThan(plain);
  for (const down of [{ denied: 1 }, { fromNetwork: 1 }])
    expect(rankOf({ ...PLAIN, ...down })).toBeLessThan(plain);
});

test('no notice precedes one with a confirmed mailbox', () => {
  const best = { priority: 100, isResolved: true, hasProof: true, approved: 1000, denied: 0, fromNetwork: 0 };
  const worst = { ...PLAIN, priority: 0, denied: 1000, fromNetwork: 1000 };
  expect(rankOf(worst) + CONFIRMED_RANK).toBeGreaterThan(rankOf(best));
});
