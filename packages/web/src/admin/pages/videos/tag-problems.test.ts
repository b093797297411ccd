import { expect, test } from 'vitest';
import { formatTagProblems } from './edit-card.tsx';

const TOO_LONG = 'At most 60 characters are allowed here.';

test('a tag that was refused is named by its text, a long one by its beginning', () => {
  const tags = ['calm', 'x'.repeat(61), 'y'.repeat(200)];
  expect(formatTagProblems({ 'tags.1': TOO_LONG, 'tags.2': TOO_LONG, title: 'Not this.' }, tags)).toBe(
    `The tag "${'x'.repeat(61)}": ${TOO_LONG}\nThe tag "${'y'.repeat(80)}…": ${TOO_LONG}`,
  );
  expect(formatTagProblems({ tags: 'At most 30 tags.' }, tags)).toBe('At most 30 tags.');
  expect(formatTagProblems({ title: 'Not this.' }, tags)).toBeUndefined();
});
