import { expect, test } from 'vitest';
import { readDumpDate } from '../clean-text.ts';
import { guessCharset } from './dump-records.ts';
import { guessLayout, missingColumns } from './guess-layout.ts';

/** Lines of a kind of export, made by number. */
const lines = (line: (n: number) => string, header?: string) => [
  ...(header === undefined ? [] : [header]),
  ...Array.from({ length: 12 }, (_, n) => line(n)),
];

const frame = (n: number) => `<iframe src="https://player.test/embed/${n}" frameborder=0></iframe>`;

test.each([
  [
    'with a header, by its names',
    lines(
      (n) => `${n};"A wave; slowly, ${n}";https://a.test/v/${n};02:1${n % 10};x|y|z`,
      'Video_ID;Title;Link;Length;Keywords',
    ),
    { delimiter: ';', quoted: true, header: true, columns: ['id', 'title', 'url', 'duration', 'tags'] },
  ],
  [
    'without a header, by its contents',
    lines(
      (n) =>
        `${frame(n)}|https://a.test/p/${n}.jpg|https://a.test/p/${n}-2.jpg|Slow rings, part ${n}|ring,slow,n${n}|Abstract|${100 + n}`,
    ),
    {
      ...{ delimiter: '|', quoted: false, header: false },
      columns: ['embed', 'thumbnail', 'ignored', 'title', 'tags', 'categories', 'duration'],
    },
  ],
  [
    'with descriptions full of commas',
    lines(
      (n) =>
        `${frame(n)}|Slow rings, part ${n}|Ring ${n} grows${', slowly'.repeat(n % 4)}, fades, and comes again.|ring,slow,n${n},field${',over'.repeat(n % 3)}|Abstract`,
    ),
    { columns: ['embed', 'title', 'description', 'tags', 'categories'], waiting: ['tags', 'categories'] },
  ],
  [
    'by tabs, with an id before a date',
    lines(
      (n) => `${1_000_000_000 + n}\tA gradient of ${n}\thttps://a.test/${n}.mp4\t2025-01-02 03:04:0${n % 10}`,
    ),
    { delimiter: '\t', quoted: false, header: false, columns: ['id', 'title', 'file', 'date'] },
  ],
  ['of ids alone', lines((n) => `abc${n}`), { quoted: false, header: false, columns: ['id'] }],
])('a dump %s', (_name, sample, expected) => {
  expect(guessLayout(sample, 'utf-8')).toMatchObject(expected);
});

test.each([
  ['embed', ['embed'], 'No column holds the title.'],
  ['embed', ['title'], 'No column holds the embed code or address of the player.'],
  ['embed', ['url', 'title'], null],
  ['hosted', ['id', 'title'], 'No column holds the address of the page or of the film.'],
  ['remote', ['file'], null],
  ['deletions', ['title'], 'No column holds the id, the address or the player of a video.'],
  ['deletions', ['id'], null],
] as const)('for %s the columns %j lack: %s', (needed, columns, missing) => {
  expect(missingColumns(columns, needed)).toBe(missing);
});

test.each([
  ['2025-03-04 05:06', '2025-03-04T05:06:00.000Z'],
  ['2025/03/04 05:06:07', '2025-03-04T05:06:07.000Z'],
  ['2025-03-04T05:06:07+02:00', '2025-03-04T03:06:07.000Z'],
  ['Tue, 04 Mar 2025 05:06:07 GMT', '2025-03-04T05:06:07.000Z'],
  ['1741064767000', '2025-03-04T05:06:07.000Z'],
  ['03/04/2025', undefined],
  ['754', undefined],
])('the date "%s" is %s', (text, date) => {
  expect(readDumpDate(text)?.toISOString()).toBe(date);
});

test.each([
  ['utf-8', Buffer.from('Grün|blå')],
  ['windows-1252', Buffer.from('Grün|blå', 'latin1')],
  ['utf-16le', Buffer.from('Grün|blå', 'utf16le')],
  ['utf-16be', Buffer.from('Grün|blå', 'utf16le').swap16()],
  // Cut within a character.
  ['utf-8', Buffer.from('Grün|blå').subarray(0, -1)],
])('is taken for %s', (charset, bytes) => {
  expect(guessCharset(bytes)).toBe(charset);
});
