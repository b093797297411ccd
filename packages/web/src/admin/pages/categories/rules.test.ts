import type { Topics } from '@vesper/contract';
import { expect, test } from 'vitest';
import { ruleAbout } from './names-card.tsx';

const TOPICS = {
  newCategories: true,
  categories: [
    { id: '1', name: 'Nature', synonyms: ['outdoors', 'wild'] },
    { id: '2', name: 'City', synonyms: [] },
  ],
  notCreated: ['misc'],
} as unknown as Topics;

test('the rule for a name is found whatever its case and spaces', () => {
  expect(ruleAbout(TOPICS, ' Outdoors ')).toEqual({ name: 'outdoors', categoryId: '1', becomes: 'Nature' });
  expect(ruleAbout(TOPICS, 'MISC')?.categoryId).toBeNull();
  expect(ruleAbout(TOPICS, 'Nature')).toBeUndefined();
});
