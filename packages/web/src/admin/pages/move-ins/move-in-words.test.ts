import { expect, test } from 'vitest';
import { filmCounts, stateOf } from './move-ins-page.tsx';

const NONE = { waiting: 0, working: 0, here: 0, duplicate: 0, failed: 0, undone: 0 };
const at = '2026-11-24T10:00:00.000Z';
const of = (films: Partial<typeof NONE>, more: { notedAt?: string | null; undoneAt?: string } = {}) => ({
  ...{ films: { ...NONE, ...films }, notedAt: at, undoneAt: null },
  ...more,
});

test.each([
  [of({ waiting: 1, here: 2 }), 'Coming in'],
  [of({ working: 1, failed: 2 }), 'Coming in'],
  [of({ here: 2, duplicate: 1 }), 'In'],
  [of({ here: 2, failed: 1 }), 'In, with failures'],
  [of({ here: 2 }, { notedAt: null }), 'Not all noted'],
  [of({ here: 1, undone: 2 }, { undoneAt: at }), 'Undone'],
])('%j is %s', (moveIn, word) => {
  expect(stateOf(moveIn).word).toBe(word);
});

test('films that the worker is done with are counted', () => {
  expect(filmCounts(of({ waiting: 1, working: 2, here: 3, duplicate: 4, failed: 5 }))).toEqual({
    total: 15,
    ended: 12,
  });
});
