import { describe, expect, it } from 'vitest';
import type { FileAnswer } from '../../../../test/file-site.ts';
import { collect, openFileSite, toAnswer } from '../test/file-source.ts';
import { type ListLimits, readList } from './list.ts';

const { site, fetch } = await openFileSite();

function read(answer: string | Buffer | FileAnswer, limits: Partial<ListLimits> = {}) {
  site.files.set('/list', toAnswer(answer));
  return collect(readList(`${site.origin}/list`, { fetch, limits }));
}

const FULL_CSV = `url,ID,Title,description,tags,category,content_url,embedUrl,Thumbnail,duration,width,height,price
http://site.test/watch/1,clip-1,"A ""slow"", wide zoom","Line one.
Line two.",zoom|Fractal,Fractals,http://cdn.test/1.mp4,http://site.test/embed/1,/1.jpg,1:30,1920,1080,9
/watch/2,,Plain,,"red, green",,,,,,,,
`;
const EXPECTED = (origin: string) => [
  {
    type: 'item',
    loc: 'http://site.test/watch/1',
    externalId: 'clip-1',
    metadata: {
      title: 'A "slow", wide zoom',
      description: 'Line one.\nLine two.',
      tags: ['zoom', 'Fractal'],
      category: 'Fractals',
      contentUrl: 'http://cdn.test/1.mp4',
      embedUrl: 'http://site.test/embed/1',
      thumbnailUrl: `${origin}/1.jpg`,
      durationSeconds: 90,
      width: 1920,
      height: 1080,
    },
  },
  { type: 'item', loc: `${origin}/watch/2`, metadata: { title: 'Plain', tags: ['red', 'green'] } },
];

describe('a CSV list', () => {
  it.each([
    ['plain', Buffer.from(FULL_CSV)],
    ['with the line ends of RFC 4180', Buffer.from(FULL_CSV.replaceAll('\n', '\r\n'))],
    ['with empty lines', Buffer.from(`\n\n${FULL_CSV.replace('\n/watch', '\n\n  \n/watch')}\n\n`)],
  ])('is read, %s', async (_name, bytes) => {
    const { items, problems, read: files } = await read(bytes);
    expect(problems).toEqual([]);
    expect(items).toEqual(EXPECTED(site.origin));
    expect(files).toHaveLength(1);
  });

  it.each([
    ['loc;title\nhttp://site.test/1;a, b', 'a, b'],
    ['address\ttitle\nhttp://site.test/1\ta, b; c', 'a, b; c'],
    ['"Source-URL" , "title" \nhttp://site.test/1,a', undefined],
    ['title,link\n"a, b",http://site.test/1', 'a, b'],
    ['url,title,title\nhttp://site.test/1,,second', 'second'],
    ['http://site.test/1\nhttp://site.test/1', undefined],
    ['url\nhttp://site.test/1,too,many', undefined],
  ])('is read by the delimiter and the columns of %j', async (text, title) => {
    const { items, codes } = await read(text);
    expect(codes).toEqual([]);
    expect(items.at(-1)?.loc).toBe('http://site.test/1');
    if (title) expect(items[0]?.metadata?.title).toBe(title);
  });

  it('names the line of a fault and continues right after it', async () => {
    const { items, problems } = await read(
      [
        'url,title',
        'http://site.test/2,good',
        'http://site.test/3,5" wide',
        'http://site.test/4,good',
        'http://site.test/5,"never closed',
        'http://site.test/6,good',
        ',no address',
        'ftp://site.test/8,elsewhere',
        `http://site.test/${'x'.repeat(10_000)},long`,
        'http://site.test/10,good',
      ].join('\n'),
    );
    expect(items.map(({ loc }) => loc.split('/').at(-1))).toEqual(['2', '4', '6', '10']);
    expect(problems).toEqual([
      'Line 3 of the list was skipped. Its quotation marks are not valid CSV (RFC 4180).',
      'Line 5 of the list was skipped. Its quotation marks are not valid CSV (RFC 4180).',
      'Line 7 of the list was skipped. It has no address.',
      'Line 8 of the list was skipped. "ftp://site.test/8" is not an http or https address.',
      'Line 9 of the list was skipped. An address of 10017 characters is longer than the 2000 allowed.',
    ]);
  });

  it('recovers if a quotation mark is never closed', async () => {
    const rows = Array.from({ length: 3_000 }, (_, number) => `http://site.test/${number},good`);
    const { items, problems } = await read(`url,title\nhttp://site.test/x,"open\n${rows.join('\n')}`);
    expect(items).toHaveLength(3_000);
    expect(problems).toEqual([
      'Line 2 of the list was skipped. Its quotation marks are not valid CSV (RFC 4180).',
    ]);
  });

  it('skips a line of 10 MB and continues', async () => {
    const long = 'x'.repeat(10_000_000);
    const { items, problems } = await read(
      `url,title\nhttp://site.test/2,a\nhttp://site.test/3,${long}\nhttp://site.test/4,"${long}"\nhttp://site.test/5,b`,
    );
    expect(items.map(({ loc }) => loc)).toEqual(['http://site.test/2', 'http://site.test/5']);
    expect(problems).toEqual([
      'Line 3 of the list was skipped. It is too long.',
      'Line 4 of the list was skipped. It is too long.',
    ]);
    const only = await read(long);
    expect(only.problems).toEqual(['The first line of the list cannot be read. It is too long.']);
  });

  it('skips lines that are not UTF-8', async () => {
    const bytes = Buffer.from('url,title\nhttp://site.test/2,Caf\u00e9\nhttp://site.test/3,plain', 'latin1');
    const { items, problems } = await read(bytes);
    expect(items.map(({ loc }) => loc)).toEqual(['http://site.test/3']);
    expect(problems).toEqual(['Line 2 of the list was skipped. It contains characters that are not UTF-8.']);
  });
});

describe('a JSON Lines list', () => {
  const line = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const jsonl = (...values: unknown[]) => values.map(line).join('\n');

  it('is read', async () => {
    const { items, problems } = await read(
      `${jsonl(
        {
          sourceUrl: 'http://site.test/watch/1',
          externalId: 'clip-1',
          title: 'A "slow", wide zoom',
          description: 'Line one.\nLine two.',
          tags: ['zoom', 'Fractal', 7, null],
          category: 'Fractals',
          file: 'http://cdn.test/1.mp4',
          embedUrl: 'http://site.test/embed/1',
          thumbnailUrl: '/1.jpg',
          duration: 90,
          width: 1920,
          height: '1080',
        },
        '',
        { url: '/watch/2', title: 'Plain', tags: 'red, green', id: '', width: {}, thumbnail: ['/a.jpg'] },
      )}\r\n`,
    );
    expect(problems).toEqual([]);
    expect(items).toEqual(EXPECTED(site.origin));
  });

  it('reads JavaScript’s own names like any other', async () => {
    const { items, problems } = await read(
      jsonl(
        '{"__proto__": {"url": "http://site.test/0", "title": "inherited"}, "constructor": 1, "url": "http://site.test/1"}',
        '{"__proto__": {"url": "http://site.test/2"}}',
      ),
    );
    expect(items).toEqual([{ type: 'item', loc: 'http://site.test/1', metadata: null }]);
    expect(problems).toEqual(['Line 2 of the list was skipped. It has no address.']);
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });
});

describe('hostile lists', () => {
  it.each([
    ['nothing', '', 'The list is empty.'],
    ['a web page', '<!doctype html><html></html>', 'The address returned a web page or XML, not a list.'],
    [
      'a JSON array',
      '[{"url": "a"}]',
      'The file is a JSON array. A list in JSON has one object on each line.',
    ],
    ['no known column', 'name,size\na,1', /^The first line of the list names no column for the address/],
    ['an open header', 'url,"title\nhttp://site.test/1,a', /^The first line of the list cannot be read\./],
  ])('%s is a problem and nothing else', async (_name, body, message) => {
    const { items, problems, codes, read: files } = await read(body);
    expect(items).toEqual([]);
    expect(problems).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
    expect(codes).toEqual(['bad_kind']);
    expect(files).toEqual([]);
  });

  it('gives so many lines and says that there are more', async () => {
    const rows = Array.from({ length: 20 }, (_, number) => `http://site.test/${number}\n`);
    const { items, problems, read: files } = await read(`url\n${rows.join('')}`, { maxLines: 11 });
    expect(items).toHaveLength(10);
    expect(problems).toEqual(['The list has more than 11 lines; the rest of it was not read.']);
    expect(files).toEqual([]);
  });

  it('lists so many problems and counts the others', async () => {
    const { items, problems } = await read(`url,title\n${',a\n'.repeat(1_300)}http://site.test/1,a`);
    expect(items).toHaveLength(1);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toBe('1,200 further problems were only counted.');
  });
});
