import { expect, test } from 'vitest';
import { phrasesOf } from '../tokens.ts';
import { withoutEndings } from './endings.ts';

test.each([
  ['pl', 'fala fale fali falą falami', 'fal'],
  ['pl', 'książka książki książek', 'ksiazk'],
  ['cs', 'vlak vlaky vlakem', 'vlak'],
  ['cs', 'domek domku domky', 'domk'],
  ['uk', 'потяг потяги потягом', 'потяг'],
  ['ka', 'მატარებელი მატარებლები მატარებლით', 'მატარებლ'],
  ['ko', '정원 정원이 정원을 정원에서는', '정원'],
  ['he', 'שעון שעונים השעון והשעונים', 'שעונ'],
  ['ar', 'ساعة ساعات الساعة والساعات', 'ساع'],
  ['hy', 'գնացք գնացքներ գնացքի գնացքներով', 'գնացք'],
])('in %s %s have one rest', (language, text, rest) => {
  const words = phrasesOf(text).flat();
  expect(words.map((word) => withoutEndings(word, language))).toEqual(words.map(() => rest));
});

test.each([
  ['pl', 'pan dom noc'],
  ['ko', '빵 바다'],
  ['he', 'לחמ הר'],
  ['ar', 'بحر نار'],
  ['ka', 'ზღვ'],
])('in %s short words stay: %s', (language, text) => {
  for (const word of phrasesOf(text).flat()) expect(withoutEndings(word, language)).toBe(word);
});

test('a language without rules has none', () => {
  expect(withoutEndings('waves', 'en')).toBeUndefined();
});
