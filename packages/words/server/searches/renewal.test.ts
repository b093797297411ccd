import { expect, test } from 'vitest';
import { dueRenewal } from './suggestions.ts';

const last = { at: 20 * 60_000, allAt: 0, videos: 7, newest: 'noon' };

test.each([
  ['at the start', undefined, 1, 0, 'all'],
  ['half an hour after the last count of results', last, 30, 7, 'all'],
  ['within a minute of a new video', last, 21, 8, 'suggestions'],
  ['within a minute of the last clearing', last, 21, 0, 'suggestions'],
  ['within a minute of one that comes as another goes', { ...last, newest: null }, 21, 7, 'suggestions'],
  ['while nothing comes or goes', last, 29, 7, undefined],
  ['each minute in a large library', last, 24, 1_000_000, undefined],
  ['after five minutes in a large library', last, 25, 1_000_000, 'suggestions'],
] as const)('%s, what is due is renewed', (_, before, minute, videos, due) => {
  expect(dueRenewal(before, minute * 60_000, { videos, newest: 'noon' })).toBe(due);
});
