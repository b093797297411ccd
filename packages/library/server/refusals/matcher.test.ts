import { expect, test } from 'vitest';
import { createMatcher } from './matcher.ts';
import { parseSeed, sealKey } from './seed.ts';
import { keysOfTerm } from './term-keys.ts';

const matcher = createMatcher({
  terms: [
    { term: 'blorvik', isExact: false },
    { term: 'zum', isExact: false },
    { term: 'quorving', isExact: true },
    { term: 'silver trundle', isExact: false },
    { term: 'шмурлик', isExact: false },
    { term: '黑水晶', isExact: false },
  ],
  exceptions: ['blorvika', 'silver trundle museum', 'zum 24h', '黑水晶石'],
});

test.each([
  ['a day with the Blorvik', 'itself', 'blorvik'],
  ['two blorviks', 'form', 'blorviks'],
  ['blor vik', 'joined', 'blorvik'],
  ['b.l.o.r.v.i.k', 'joined', 'blorvik'],
  ['as b l l o r v v i k at noon', 'joined', 'bllorvvik'],
  ['harbourblorvik', 'within', 'blorvik'],
  ['bl0rv1k', 'disguised', 'blorvik'],
  ['b1orv!k', 'disguised', 'biorvik'],
  ['bIorvik', 'error', 'biorvik'],
  ['вʟоrvіκ', 'disguised', 'blorvik'],
  ['🅱🅻🅾🆁🆅🅸🅺', 'disguised', 'blorvik'],
  ['blrovik', 'error', 'blrovik'],
  ['bl*rvik', 'disguised', 'blxrvik'],
  ['ბლორვიკ', 'disguised', 'blorvik'],
  ['shmurlik', 'itself', 'shmurlik'],
  ['silvr trundle', 'error', 'silvrtrundle'],
  ['b%256corvik', 'itself', 'blorvik'],
  ['bl&#111;r\\u0076ik', 'itself', 'blorvik'],
  ['\u202ekivrolb\u202c', 'itself', 'blorvik'],
  ['ʞᴉʌɹolq', 'disguised', 'blorvik'],
  ['ZUM', 'itself', 'zum'],
  ['zum2024', 'itself', 'zum'],
  ['12blorvik4u', 'itself', 'blorvik'],
  ['the silver-trundles', 'form', 'silvertrundles'],
  ['quorvings', 'form', 'quorvings'],
  ['шмурлика', 'form', 'шмурлика'],
  ['шмyрлuк', 'disguised', 'шmypлuk'],
  ['火火黑·水晶火', 'within', '黑水晶'],
])('a text is refused %s: %s', (text, way, part) => {
  expect(matcher.find(text)).toMatchObject({ way, part });
});

test.each([
  ['', 'nothing'],
  ['zoom', 'a short term in another spelling'],
  ['blervin', 'another word'],
  ['quorvling', 'an exact term with an error'],
  ['harbourquorving', 'an exact term within another word'],
  ['blorvika', 'an exception'],
  ['the silver trundle museum', 'an exception of several words'],
  ['火黑水晶石火', 'an exception without spaces'],
  ['silver and trundle', 'words apart'],
  ['open at zum 24h', 'an exception with digits beside letters'],
  ['z1u2m', 'digits within a word'],
  ['🌊 \u200b %zz \u202e', 'signs alone'],
])('a text is not refused %s (%s)', (text) => {
  expect(matcher.isRefused(text)).toBe(false);
});

test('a joined word is checked again as a word by itself', () => {
  expect(matcher.isRefused('harbourblor vik')).toBe(false);
  expect(matcher.isRefused('harbourblor vik harbourblorvik')).toBe(true);
});

test('an exception spares itself alone', () => {
  expect(matcher.isRefused('silver trundle')).toBe(true);
  expect(matcher.isRefused('silver trundle museum and a blorvik')).toBe(true);
});

test('sealed terms are found as those that can be read, unless their language is off', () => {
  const seed = parseSeed(
    [
      '# a comment',
      `en\tterm\t${keysOfTerm('flumet').map(sealKey).join('')}`,
      `mul\tnever\t${sealKey('Nflumeta')}`,
    ].join('\n'),
  );
  const on = createMatcher({ terms: [], exceptions: [], sealed: seed.without([]) });
  for (const text of ['flumet', 'Flumets', 'f1um37', 'f l u m e t', 'fluмет', 'ﬂumet'])
    expect([text, on.isRefused(text)]).toEqual([text, true]);
  expect(on.find('flumet')).toEqual({ term: 0, way: 'itself', part: 'flumet' });
  expect(on.isRefused('flumeta')).toBe(false);
  const off = createMatcher({ terms: [], exceptions: [], sealed: seed.without(['en']) });
  expect(off.isRefused('flumet')).toBe(false);
});

test('long texts of signs and digits are no term', () => {
  for (const text of ['a1b2c3 '.repeat(143), 'x1о3'.repeat(250), 'ㄱ'.repeat(1000), '%25'.repeat(333)])
    expect(matcher.isRefused(text)).toBe(false);
});
