import { safeText, shownText } from '@vesper/core/contract';
import { expect, test } from 'vitest';

test('text for people loses invisible characters that reorder the text around them', () => {
  const text = shownText(40).trim().min(1, 'It needs a name.');
  expect(text.parse(' Calm\u202e pat\u0007terns\u2066 ')).toBe('Calm patterns');
  expect(text.parse('First line\n\tsecond line')).toBe('First line\n\tsecond line');
  expect(text.parse('\u05e9\u05dc\u05d5\u05dd \u200f!')).toBe('\u05e9\u05dc\u05d5\u05dd \u200f!');
  expect(text.safeParse('\u202e\u202c').error?.issues[0]?.message).toBe('It needs a name.');
});

test.each([
  ['\0', 'The text holds a NUL character.'],
  ['\ud800', 'The text is not well-formed Unicode.'],
  ['12345', 'At most 4 characters are allowed here.'],
])('text that cannot be stored is rejected (%j)', (text, sentence) => {
  for (const schema of [safeText(4), shownText(4)])
    expect(schema.safeParse(text).error?.issues[0]?.message).toBe(sentence);
});
