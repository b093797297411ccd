import { describe, expect, test } from 'vitest';
import { readSeed } from '../../packages/library/server/refusals/index.ts';
import { createMatcher } from '../../packages/library/server/refusals/matcher.ts';
import { readAttempts, readLines, readQueries, readVideos } from './read-judged.ts';

const terms = readLines('refused-terms.txt', 2).map(([, term = '']) => term);
const matcher = createMatcher({
  terms: terms.map((term) => ({ term, isExact: false })),
  exceptions: [],
});
const harmless = [
  // Its consonants are those of a term in another script.
  'a ramp from night blue over violet to pale pink',
  ...readLines('refused-controls.txt', 2).map(([, text = '']) => text),
  ...readLines('synonyms.txt', 2).map(([, text = '']) => text),
  ...readVideos().flatMap(({ title, tags, description }) => [title, ...tags, description]),
  ...readQueries('queries').map(({ text }) => text),
];

describe('blocked terms', () => {
  test('are found in each of 300 attempts to disguise them', () => {
    expect(readAttempts().length).toBeGreaterThan(300);
    expect(readAttempts().filter(({ text }) => !matcher.isRefused(text))).toEqual([]);
  });

  test('are not found in harmless texts', () => {
    expect(harmless.filter((text) => matcher.isRefused(text))).toEqual([]);
  });
});

describe('the built-in terms', () => {
  const seeded = createMatcher({ terms: [], exceptions: [], sealed: readSeed().without([]) });

  test('block no harmless text, and no query of either half', () => {
    expect(harmless.filter((text) => seeded.isRefused(text))).toEqual([]);
    expect(readQueries('held-out').filter(({ text }) => seeded.isRefused(text))).toHaveLength(0);
  });
});
