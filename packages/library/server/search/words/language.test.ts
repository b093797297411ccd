import { expect, test } from 'vitest';
import { languageCode, languageOf } from './language.ts';

const of = (title: string, declared?: string) => languageOf({ title, description: '', tags: [], declared });

test.each([
  ['en', 'The last train over the bridge'],
  ['de', 'Die Wellen am Strand und der Leuchtturm'],
  ['es', 'Las olas del mar en la playa'],
  ['pl', 'Zegar na wieży i mgła'],
  ['tr', 'Bir saat ve kırmızı tren'],
  ['ru', 'Волны'],
  ['uk', 'Хвилі біля берега та її тінь'],
  ['ar', 'أمواج البحر'],
  ['fa', 'موج های دریا در شب'],
  ['hi', 'रात की रेलगाड़ी'],
  ['zh', '分形缩放'],
  ['ja', '腕時計のオートマトン'],
  ['ja', '波の音'],
  ['ko', '파도'],
])('%s: %s', (language, title) => {
  expect(of(title)).toBe(language);
});

test.each(['Sierpinski', '110', '', '🌊'])('nothing tells of %j', (title) => {
  expect(of(title)).toBeNull();
});

test('what the source says counts, unless script or small words say otherwise', () => {
  expect(of('Sierpinski', 'de-AT')).toBe('de');
  expect(of('Kaleidoskop im Garten', 'de')).toBe('de');
  expect(of('Волны', 'en')).toBe('ru');
  expect(of('The last train over the bridge and into the night', 'de')).toBe('en');
  expect(of('波浪', 'xx-unknown')).toBe('zh');
});

test.each([
  ['en-US', 'en'],
  ['pt_BR', 'pt'],
  ['iw', 'he'],
  ['nb-NO', 'no'],
  ['und', null],
  ['<script>', null],
  [null, null],
  ['x'.repeat(10_000), null],
])('%j is %j', (said, code) => {
  expect(languageCode(said)).toBe(code);
});
