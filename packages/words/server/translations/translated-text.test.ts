import { expect, test } from 'vitest';
import { cleanTranslation, textHash } from './translated-text.ts';

const original = { title: 'A blue chart', description: 'Slow.' };

test('invisible characters are removed from a translation', () => {
  const given = { title: ' Un\u0000 mapa\u202e\n azul ', description: '\u0007Lento.\nMucho.' };
  expect(cleanTranslation(original, given)).toEqual({ title: 'Un mapa azul', description: 'Lento.\nMucho.' });
});

test.each([
  { title: ' \u0001 ', description: 'Lento.' },
  { title: 'mapa '.repeat(200), description: 'Lento.' },
  { title: 'Mapa', description: 'lento '.repeat(200) },
])('what is no translation is refused', (given) => {
  expect(() => cleanTranslation(original, given)).toThrow(/The translator returned/);
});

test('a title without words may stay empty, and a hash tells title from description', () => {
  expect(cleanTranslation({ title: ' ', description: '' }, { title: '', description: '' }).title).toBe('');
  expect(textHash({ title: 'ab', description: 'c' })).not.toEqual(
    textHash({ title: 'a', description: 'bc' }),
  );
});
