import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { textsParser, utcParser } from './value-parsers.ts';

const TEXTS: number = 1009;
const library = {
  moment: pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ),
  texts: pg.types.getTypeParser(TEXTS),
};

describe('a moment', () => {
  const unread = () => 'left to the library';
  const parse = utcParser(library.moment);
  const pad = (length: number) => (n: number) => String(n).padStart(length, '0');
  const two = (max: number, min = 0) => fc.integer({ min, max }).map(pad(2));
  const fraction = fc
    .tuple(fc.nat(999_999), fc.integer({ min: 1, max: 6 }))
    .map(([n, digits]) => `.${pad(6)(n).slice(0, digits)}`);
  const written = fc
    .tuple(
      fc.oneof(fc.integer({ min: 0, max: 9999 }).map(pad(4)), fc.integer({ min: 10_000, max: 294_276 })),
      ...[two(12, 1), two(31, 1), two(24), two(59), two(60)],
      fc.oneof(fc.constant(''), fraction),
      fc.oneof(fc.constant('+00'), fc.constantFrom('-05', '+05:30', '+12:34:56', '-00:44:30', '', 'Z')),
      fc.constantFrom('', '', ' BC'),
    )
    .map(
      ([year, month, day, h, m, s, part, zone, era]) =>
        `${year}-${month}-${day} ${h}:${m}:${s}${part}${zone}${era}`,
    );

  test('is what the library reads', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(parse(text)).toEqual(library.moment(text));
      }),
      { numRuns: 3000 },
    );
    for (const text of ['infinity', '-infinity', '2026-11-01', '', 'x', '2026-11-01 12:30:00.+00'])
      expect(parse(text)).toEqual(library.moment(text));
  });

  test('is rounded as the library does, at each millisecond', () => {
    for (let ms = 0; ms < 1000; ms += 1) {
      const text = `2026-11-01 12:30:00.${pad(3)(ms)}+00`;
      expect(parse(text)).toEqual(library.moment(text));
    }
  });

  test.each(['2026-11-01 12:30:00+00', '0100-01-01 00:00:00.5+00', '9999-12-31 23:59:59.999999+00'])(
    '%s is read without the library',
    (text) => {
      expect(utcParser(unread)(text)).toEqual(library.moment(text));
    },
  );
});

describe('an array of texts', () => {
  const parse = textsParser(library.texts);
  /** As `array_out` of PostgreSQL writes it. */
  const write = (texts: readonly (string | null)[]) =>
    `{${texts.map((text) => (text === null ? 'NULL' : needsQuotes(text) ? quote(text) : text)).join(',')}}`;
  const needsQuotes = (text: string) => text === '' || /^null$/i.test(text) || /[\s",\\{}]/.test(text);
  const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', ' ', ',', '"', '\\', '{', '}', '[', '=', "'") }),
    fc.constantFrom('NULL', 'null', '', 'two words', 'waves'),
    fc.constant(null),
  );

  test('is what was written, and what the library reads', () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(parse(write(texts))).toEqual(texts);
        expect(parse(write(texts))).toEqual(library.texts(write(texts)));
      }),
      { numRuns: 3000 },
    );
  });

  test('with dimensions is left to the library', () => {
    for (const nested of ['{{a,b},{c,d}}', '[0:1]={a,b}', '{{"a b"},{NULL}}', ''])
      expect(parse(nested)).toEqual(library.texts(nested));
  });

  test.each(['{}', '{waves}', '{waves,NULL,"two words","",blue}'])(
    '%s is read without the library',
    (text) => {
      expect(textsParser(() => 'left to the library')(text)).toEqual(library.texts(text));
    },
  );
});
