import { expect, test } from 'vitest';
import { phrasesOf } from '../tokens.ts';
import { withoutEndings } from './endings.ts';

test.each([
  ['pl', 'fala fale fali falą falami', 'fal'],
  ['pl', 'mgła mgły mgle'.replaceAll('ł', 'l'), 'mgl'],
  ['pl', 'zegar zegary zegarem zegarach', 'zegar'],
  ['pl', 'książka książki książek', 'ksiazk'],
  ['cs', 'vlna vlny vlnou vlnách', 'vln'],
  ['cs', 'vlak vlaky vlakem', 'vlak'],
  ['cs', 'domek domku domky', 'domk'],
  ['sk', 'hodina hodiny hodinami', 'hodin'],
  ['uk', 'хвиля хвилі хвиль хвилями', 'хвил'],
  ['uk', 'потяг потяги потягом', 'потяг'],
  ['ka', 'ბაღი ბაღები ბაღში ბაღის', 'ბაღ'],
  ['ka', 'მატარებელი მატარებლები მატარებლით', 'მატარებლ'],
  ['ka', 'ტალღა ტალღები ტალღებში', 'ტალღ'],
  ['ko', '파도 파도가 파도를 파도의', '파도'],
  ['ko', '정원 정원이 정원을 정원에서는', '정원'],
  ['ko', '고양이 고양이가', '고양'],
  ['he', 'שעון שעונים השעון והשעונים', 'שעונ'],
  ['he', 'תמונה תמונות התמונה', 'תמונ'],
  ['he', 'נהר הנהר', 'נהר'],
  ['ar', 'ساعة ساعات الساعة والساعات', 'ساع'],
  ['ar', 'شاطئ الشاطئ', 'شاط'],
  ['hy', 'գնացք գնացքներ գնացքի գնացքներով', 'գնացք'],
  ['hy', 'հաց հացի հացեր հացը', 'հաց'],
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
