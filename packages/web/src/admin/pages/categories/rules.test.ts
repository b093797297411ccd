import type { Topics } from '@vesper/contract';
import { expect, test } from 'vitest';
import { ruleAbout, rulesOf } from './names-card.tsx';

const TOPICS = {
  newCategories: true,
  categories: [
    { id: '1', name: 'Nature', synonyms: ['outdoors', 'wild'] },
    { id: '2', name: 'City', synonyms: [] },
  ],
  notCreated: ['misc'],
} as unknown as Topics;

test('names that make no category come first, then those that became another', () => {
  expect(rulesOf(TOPICS).map(({ name, becomes }) => `${name}: ${becomes}`)).toEqual([
    'misc: no category',
    'outdoors: Nature',
    'wild: Nature',
  ]);
});

test('the rule for a name is found whatever its case and spaces', () => {
  expect(ruleAbout(TOPICS, ' Outdoors ')).toEqual({ name: 'outdoors', categoryId: '1', becomes: 'Nature' });
  expect(ruleAbout(TOPICS, 'MISC')?.categoryId).toBeNull();
  expect(ruleAbout(TOPICS, 'Nature')).toBeUndefined();
});
