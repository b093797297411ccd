import { describe, expect, test } from 'vitest';
import { searchFold } from '../search/index.ts';
import { sealKey } from './key-table.ts';
import { createMatcher } from './matcher.ts';
import { parseSeed } from './seed.ts';
import { keysOfTerm, termWord } from './term-keys.ts';

const matcher = createMatcher({
  terms: [
    { term: 'blorvik', isExact: false },
    { term: 'zum', isExact: false },
    { term: 'quorving', isExact: true },
    { term: 'silver trundle', isExact: false },
  ],
  exceptions: ['blorvin', 'silver trundle museum', 'zum 24h'],
});

describe('a text is refused', () => {
  test.each([
    ['a day with the Blorvik', 'itself', 'blorvik'],
    ['two blorviks', 'form', 'blorviks'],
    ['blovrik', 'error', 'blovrik'],
    ['blorv', 'beginning', 'blorv'],
    ['blor vik', 'joined', 'blorvik'],
    ['harbourblorvik', 'within', 'blorvik'],
    ['блорвик', 'sound', 'блорвик'],
    ['b.l.o.r.v.i.k', 'disguised', 'blorvik'],
    ['bl0rv1k', 'disguised', 'bl0rv1k'],
    ['as b l l o r v v i k at noon', 'disguised', 'blorvik'],
    ['ZUM', 'itself', 'zum'],
    ['zum2024', 'itself', 'zum'],
    ['12blorvik', 'itself', 'blorvik'],
    ['blorvik4u', 'itself', 'blorvik'],
    ['ʞᴉʌɹolq', 'itself', 'blorvik'],
    ['乃ㄥㄖ尺ᐯ丨Ҝ', 'disguised', '乃ㄥㄖ尺ᐯ丨ҝ'],
    ['๒ɭ๏гשเк', 'disguised', '๒l๏гשเк'],
    ['బ్లోర్విక్', 'sound', 'బ్లోర్విక్'],
    ['בלורוויק', 'sound', 'בלורוויק'],
    ['the silver-trundles', 'form', 'silvertrundles'],
    ['quorving', 'itself', 'quorving'],
  ])('%s: %s', (text, way, part) => {
    expect(matcher.find(text)).toMatchObject({ way, part });
  });
});

describe('a text is not refused', () => {
  test.each([
    ['', 'nothing'],
    ['zoom', 'a short term in another spelling'],
    ['qorving', 'an error of an exact term'],
    ['blorvin', 'an exception'],
    ['the silver trundle museum', 'an exception of several words'],
    ['silver and trundle', 'words apart'],
    ['open at zum 24h', 'an exception with digits beside letters'],
    ['z1u2m', 'digits within a word'],
    ['🌊 \u200b %zz &#xffffffff; \u202e', 'signs alone'],
  ])('%s (%s)', (text) => {
    expect(matcher.isRefused(text)).toBe(false);
  });
});

test('a term is found behind much else that is disguised, and far into a run without spaces', () => {
  const disguised = Array.from({ length: 30 }, (_, n) => `1l0${n}1a1l0`).join(' ');
  expect(matcher.find(`${disguised} bl0rv1k`)).toMatchObject({ way: 'disguised', part: 'bl0rv1k' });
  const han = createMatcher({ terms: [{ term: '黑水晶', isExact: false }], exceptions: [] });
  for (const letters of [62, 63, 64, 70, 200])
    expect([letters, han.isRefused(`${'火'.repeat(letters)}黑水晶${'火'.repeat(letters)}`)]).toEqual([
      letters,
      true,
    ]);
  expect(han.isRefused(`${'火'.repeat(63)}黑水${'火'.repeat(64)}晶`)).toBe(false);
});

test('whatever search leaves out or takes for a digit, a term is found', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const marked = all.filter((one) => /\p{M}/u.test(one)).map((mark) => [...'blorvik'].join(mark));
  const digits = all.filter((one) => /\p{Nd}/u.test(one));
  const withDigits = digits
    .filter((_, n) => n % 10 === 0)
    .map((zero, n) => `bl${zero}rv${digits[n * 10 + 1]}k`);
  const same = [...marked, ...withDigits].filter((text) => /^bl[o0]rv[i1]k$/.test(searchFold(text)));
  expect(same.length).toBeGreaterThan(2600);
  expect(same.filter((text) => !matcher.isRefused(text))).toEqual([]);
});

test('an exception spares itself alone', () => {
  expect(matcher.isRefused('silver trundle')).toBe(true);
  expect(matcher.isRefused('silver trundle museum and a blorvik')).toBe(true);
});

test('sealed terms are found as those that can be read, unless their language is off', () => {
  const word = termWord('flumet');
  if (!word) throw new Error('It has letters.');
  const seed = parseSeed(
    [
      '# a comment',
      `en\tterm\t${keysOfTerm(word).map(sealKey).join('')}`,
      `mul\tnever\t${sealKey('Nflumot')}`,
    ].join('\n'),
  );
  const on = createMatcher({ terms: [], exceptions: [], sealed: seed.without([]) });
  for (const text of ['flumet', 'Flumets', 'fluemt', 'f l u m e t', 'флюмет', 'ﬂumet'])
    expect([text, on.isRefused(text)]).toEqual([text, true]);
  expect(on.find('flumet')).toEqual({ term: 0, way: 'itself', part: 'flumet' });
  expect(on.isRefused('flumot')).toBe(false);
  const off = createMatcher({ terms: [], exceptions: [], sealed: seed.without(['en']) });
  expect(off.isRefused('flumet')).toBe(false);
});

test('long texts of signs and digits are no term', () => {
  for (const text of ['a1b2c3 '.repeat(143), 'x1о3'.repeat(250), 'ㄱ'.repeat(1000), '%25'.repeat(333)])
    expect(matcher.isRefused(text)).toBe(false);
});
