import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DumpLayout } from '@vesper/contract';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { expect, test, vi } from 'vitest';
import { zipOf } from '../../../../test/zip.ts';
import { playerAddress, toDumpItem } from './dump-item.ts';
import { type DumpLimits, readDump } from './read-dump.ts';
import { sampleDump } from './sample-dump.ts';

const LAYOUT: DumpLayout = {
  ...{ delimiter: '|', quoted: false, header: true, charset: 'utf-8' },
  columns: ['id', 'title', 'url', 'tags'],
};
const TEXT = 'id|title|url|tags\n1|Grüne Welle|https://a.test/1|a,b\n2|Zweite|https://a.test/2|\n';

/** Answers with these bytes, in small pieces. */
function serving(body: Buffer | string, pieceLength = 7): SafeFetch {
  const bytes = Buffer.from(body);
  return async (url) => ({
    ...{ url, status: 200, headers: {} },
    body: (async function* () {
      for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
    })(),
    discard: () => {},
  });
}

/** Titles, faults and problems, in order. */
async function readAll(
  body: Buffer | string,
  layout: Partial<DumpLayout> = {},
  { pieceLength, ...limits }: Partial<DumpLimits> & { pieceLength?: number } = {},
): Promise<string[]> {
  const options = { fetch: serving(body, pieceLength), limits };
  const said: string[] = [];
  for await (const part of readDump('https://a.test/d', { ...LAYOUT, ...layout }, options, toDumpItem)) {
    if (part.type === 'lines') {
      said.push(...part.items.map(({ metadata }) => metadata?.title ?? ''));
      said.push(...part.faults.map(({ line, message }) => `${line}: ${message}`));
    } else if (part.type === 'problem') said.push(part.message);
  }
  return said;
}

const BOTH = ['Grüne Welle', 'Zweite'];

test.each<[string, Buffer | string, Partial<DumpLayout>?]>([
  ['plain', TEXT],
  ['with CRLF', TEXT.replaceAll('\n', '\r\n')],
  ['without a header', TEXT.slice(TEXT.indexOf('\n') + 1), { header: false }],
  ['by gzip', gzipSync(TEXT)],
  [
    'by zip',
    zipOf({ 'a/videos.csv': TEXT, 'LICENCE.md': 'Do not read this|x|y|z', '__MACOSX/a/._videos.csv': 'x' }),
  ],
  ['by zip, stored', zipOf({ 'videos.txt': TEXT }, { isStored: true })],
  ['by zip, its only file', zipOf({ videos: TEXT })],
  ['in Latin-1', Buffer.from(TEXT, 'latin1'), { charset: 'windows-1252' }],
  ['in UTF-16 with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['in UTF-16 without a mark', Buffer.from(TEXT, 'utf16le').swap16(), { charset: 'utf-16be' }],
  [
    'by semicolons, quoted',
    TEXT.replaceAll('|', ';').replace('Grüne Welle', '"Grüne Welle"'),
    { delimiter: ';', quoted: true },
  ],
])('a dump %s', async (_name, body, layout) => {
  expect(await readAll(body, layout)).toEqual(BOTH);
});

test('the files of an archive are read in turn, each with its header', async () => {
  const second = 'id|title|url|tags\nbroken\n3|Dritte|https://a.test/3|';
  const archive = zipOf({ '1.csv': TEXT, '2.csv': second });
  expect(await readAll(archive)).toEqual([
    ...BOTH,
    'Dritte',
    '5: It does not have the 4 columns of the layout.',
  ]);
});

test('an archive has no name on the disk while it is read, so that a killed worker leaves none behind', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-test-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const options = { fetch: serving(zipOf({ 'a.csv': TEXT })), batchSize: 1 };
    const left: string[][] = [];
    for await (const _ of readDump('https://a.test/d', LAYOUT, options, toDumpItem))
      left.push(await readdir(folder));
    expect(left.length).toBeGreaterThan(1);
    expect(left.flat()).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

test.each<[string, string, string[]]>([
  ['a mark inside a field', '1,a 12" disc,https://a.test/1,', ['a 12" disc']],
  ['a field over two lines', '1,"two\nlines",https://a.test/1,', ['two lines']],
  ['doubled marks', '1,"a ""ring""",https://a.test/1,', ['a "ring"']],
  [
    'a mark that is never closed',
    '1,"open,https://a.test/1,\n2,whole,https://a.test/2,',
    ['whole', '1: Its quotation marks are not valid CSV (RFC 4180).'],
  ],
])('quotation: %s', async (_name, body, expected) => {
  expect(await readAll(body, { delimiter: ',', quoted: true, header: false })).toEqual(expected);
});

test.each<[string, Buffer | string, Partial<DumpLimits>, RegExp]>([
  ['an empty file', '', {}, /The dump is empty/],
  ['a bomb by gzip', gzipSync(`${TEXT}${'x'.repeat(30_000_000)}`), {}, /more than 250 times its size/],
  [
    'a bomb by zip',
    zipOf({ 'a.csv': `${TEXT}${'x'.repeat(30_000_000)}` }),
    {},
    /more than 250 times its size/,
  ],
  ['too much by zip', zipOf({ 'a.csv': TEXT, 'b.csv': TEXT }), { maxFileBytes: 100 }, /larger than/],
  [
    'a zip that lies about its size',
    zipOf({ 'a.csv': TEXT }, { statedBytes: 10 }),
    {},
    /zip archive is broken/,
  ],
  ['a zip that was cut off', zipOf({ 'a.csv': TEXT }).subarray(0, 60), {}, /zip archive is broken/],
  [
    'a zip in a zip',
    zipOf({ 'videos.zip': zipOf({ 'a.csv': TEXT }, { isStored: true }) }, { isStored: true }),
    {},
    /compressed files, which is not allowed/,
  ],
  ['a gzip in a zip', zipOf({ 'a.csv': gzipSync(TEXT) }), {}, /compressed files, which is not allowed/],
  ['a zip without a dump', zipOf({ 'a.png': 'x', 'b.png': 'y' }), {}, /no file named like a dump/],
])('%s ends with a sentence', async (_name, body, limits, sentence) => {
  expect((await readAll(body, {}, { ...limits, pieceLength: 65_536 })).at(-1)).toMatch(sentence);
});

test.each([
  ['<iframe width="1" src="//p.test/e/1?a=1&amp;b=2"></iframe>', 'https://p.test/e/1?a=1&b=2'],
  [
    "<div><IFRAME SRC='https://p.test/e/2'></IFRAME><iframe src='https://evil.test'></div>",
    'https://p.test/e/2',
  ],
  ['&lt;iframe src=&quot;https://p.test/e/3&quot;&gt;&lt;/iframe&gt;', 'https://p.test/e/3'],
  ['https://p.test/e/4', 'https://p.test/e/4'],
  ['<script src="https://p.test/e/5"></script>', ''],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
])('of the embed code %s only an address is kept', (code, address) => {
  expect(playerAddress(code)).toBe(address);
});

test('entities in titles, several pictures, further categories', () => {
  const layout = {
    ...LAYOUT,
    columns: ['title', 'url', 'thumbnail', 'categories', 'tags'] as DumpLayout['columns'],
  };
  const fields = [
    'Rings &amp; waves',
    'https://a.test/1',
    'https://a.test/1.jpg;https://a.test/2.jpg',
    'One, Two',
    'a &amp; b;c',
  ];
  expect(toDumpItem(fields, layout, 'https://a.test/')).toEqual({
    ...{ type: 'item', loc: 'https://a.test/1' },
    metadata: {
      ...{ title: 'Rings & waves', category: 'One', tags: ['a & b', 'c', 'Two'] },
      thumbnailUrl: 'https://a.test/1.jpg',
    },
  });
});

test('lines of ten megabytes cost a fault each, and no memory', async () => {
  const long = `9|${'x'.repeat(10_000_000)}`;
  const body = [TEXT.trimEnd(), long, long, '3|Dritte|https://a.test/3|'].join('\n');
  const said = await readAll(gzipSync(body), {}, { maxRatio: 1e6, pieceLength: 65_536 });
  expect(said).toEqual([...BOTH, 'Dritte', '4: It is too long.', '5: It is too long.']);
});

test('a dump whose lines all open a quotation mark ends after a thousand faults', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `"${n}|Ring|https://a.test/${n}|`);
  const said = await readAll(lines.join('\n'), { quoted: true }, { pieceLength: 65_536 });
  expect(said).toHaveLength(1001);
  expect(said.at(-1)).toBe(
    'None of the first 1,000 lines can be used, so the rest was not read. Check the columns.',
  );
  const late = await readAll(
    [TEXT.trimEnd(), ...lines].join('\n'),
    { quoted: true },
    { pieceLength: 65_536 },
  );
  expect(late).toHaveLength(5002);
});

test('a line of a hundred columns is read, one more is a fault', async () => {
  const columns = Array<'ignored' | 'title' | 'url'>(100).fill('ignored');
  columns[98] = 'title';
  columns[99] = 'url';
  const line = `${'x|'.repeat(98)}Grüne Welle|https://a.test/1`;
  const { guess } = await sampleDump('https://a.test/d', { fetch: serving(`${line}|more`, 65_536) });
  expect(guess.columns).toHaveLength(100);
  expect(await readAll(`${line}\n${line}|more`, { columns, header: false })).toEqual([
    'Grüne Welle',
    '2: It does not have the 100 columns of the layout.',
  ]);
});
