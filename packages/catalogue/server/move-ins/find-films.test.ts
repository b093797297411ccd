import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFolder, readList } from './find-films.ts';
import { openInside, plainPath, statInside } from './inside-folder.ts';
import { type Found, readSaid } from './said.ts';

let root: string;
let folder: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'move-in-'));
  folder = path.join(root, 'films');
  await mkdir(path.join(folder, 'deep', 'er'), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const domains = new Set(['own.test']);
const now = new Date('2026-01-01T00:00:00Z');

function saidOf(found: Found, notes: string[] = []) {
  if (found.type === 'bad') throw new Error(found.message);
  return readSaid(found.facts, { path: found.path, domains, now, notes });
}

let lists = 0;
async function listOf(content: string | Buffer): Promise<{ found: Found[]; notes: string[] }> {
  lists += 1;
  const file = path.join(root, `list-${lists}.csv`);
  await writeFile(file, content);
  const notes: string[] = [];
  const found: Found[] = [];
  for await (const one of readList(file, (note) => notes.push(note))) found.push(one);
  return { found, notes };
}

describe('a list', () => {
  test.each([
    [',', ','],
    ['tab', '\t'],
  ])(
    'with %s between its columns is read, with a mark at its beginning and other line ends',
    async (_, by) => {
      const row = (...fields: string[]) => fields.join(by);
      const { found, notes } = await listOf(
        `\ufeff${row('File', 'Title', 'View Count', 'Old_URL', 'Date Added', 'Colour')}\r\n` +
          `${row('2019/one.mp4', 'Slow waves', '1024', '/watch.php?id=12', '2019-05-31 18:00:00', 'blue')}\r\n`,
      );
      expect(notes).toEqual(['Unused columns: "Colour".']);
      expect(found).toHaveLength(1);
      expect(saidOf(found[0] as Found)).toEqual({
        ...{
          title: 'Slow waves',
          description: '',
          tags: [],
          category: '',
          views: 1024,
          durationSeconds: null,
        },
        publishedAt: '2019-05-31T18:00:00.000Z',
        oldAddresses: [{ domain: '', address: '/watch.php?id=12' }],
      });
    },
  );

  test('may have the names of other engines, and say of a film whether it is published', async () => {
    const { found } = await listOf(
      'media_file,add_date,video_viewed,published,status,status\na.mp4,2019-05-31,7,1,ok,new\n',
    );
    expect(saidOf(found[0] as Found)).toMatchObject({ views: 7, publishedAt: '2019-05-31T00:00:00.000Z' });
    expect(found[0]).toMatchObject({
      path: 'a.mp4',
      unused: new Map([
        ['published', '1'],
        ['status', 'ok new'],
      ]),
    });
  });

  test.each([
    ['../out.mp4', 'Its path must not have "..", "." or empty parts.'],
    ['a/../../out.mp4', 'Its path must not have "..", "." or empty parts.'],
    ['/etc/passwd', 'Its path must be relative to the folder, not absolute.'],
    ['C:\\films\\a.mp4', 'Its path must be relative to the folder, not absolute.'],
    ['"a\nb.mp4"', 'Its name has control characters, or is not UTF-8: rename the file.'],
    ['a\0b.mp4', 'Its name has control characters, or is not UTF-8: rename the file.'],
    ['', 'It has no file name.'],
    [`${'d/'.repeat(300)}a.mp4`, 'Its path is longer than 400 characters.'],
  ])('reports the file %j and continues', async (file, message) => {
    const { found } = await listOf(`title,file\none,${file}\ntwo,fine.mp4\n`);
    expect(found[0]).toEqual({ type: 'bad', where: 'Line 2', message });
    expect(found[1]).toMatchObject({ type: 'film', path: 'fine.mp4' });
  });

  test.each([
    ['', /^The list .* is empty\.$/],
    ['title,views\na,1\n', /must name its columns, one of them "file".*It names: "title", "views"\.$/],
  ])('with %j cannot be read', async (content, sentence) => {
    await expect(listOf(content)).rejects.toThrow(sentence);
  });
});

describe('what is said', () => {
  const facts = (fact: string, ...values: string[]) => new Map([[fact, values]]) as never;
  const said = (fact: string, ...values: string[]) =>
    readSaid(facts(fact, ...values), { path: 'a/My_old.film.mp4', domains, now, notes: [] });

  test.each([
    ['2019-05-31', '2019-05-31T00:00:00.000Z'],
    ['2019-05-31 18:00:00', '2019-05-31T18:00:00.000Z'],
    ['1559325600', '2019-05-31T18:00:00.000Z'],
    ['0000-00-00 00:00:00', null],
  ])('the date %s is %s', (text, date) => {
    expect(said('published', text).publishedAt).toBe(date);
  });

  test.each([
    ['published', '31/05/2019', /is not a date/],
    ['published', '0001-01-01', /is not a date/],
    ['published', '2031-01-01', /is in the future/],
    ['views', '-5', /^"-5" is not a number of views/],
    ['views', '9'.repeat(10), /is not a number of views/],
    ['duration', 'long', /is not a length/],
  ])('the %s %s is refused', (fact, text, sentence) => {
    expect(() => said(fact, text)).toThrow(sentence);
  });

  test.each([
    ['1.234.567', 1_234_567],
    ['', 0],
  ])('%s views are %d', (text, views) => {
    expect(said('views', text).views).toBe(views);
  });

  test('a film without a title is named after its file', () => {
    expect(said('views', '1').title).toBe('My old film');
  });

  test('several old addresses are separated, and those that the site answers are skipped with a note', () => {
    const notes: string[] = [];
    const { oldAddresses } = readSaid(
      facts('addresses', '/a.html|https://www.own.test/b?x=1', '/', '/admin/videos'),
      {
        ...{ path: 'a.mp4', domains, now, notes },
      },
    );
    expect(oldAddresses).toEqual([
      { domain: '', address: '/a.html' },
      { domain: 'own.test', address: '/b?x=1' },
    ]);
    expect(notes).toEqual([
      'The old address "/" is one that this site answers itself.',
      'The old address "/admin/videos" is one that this site answers itself.',
    ]);
  });
});

describe('a folder', () => {
  test('is read with its sidecar files; links, hidden files and other files are skipped', async () => {
    const put = (name: string, content: string) => writeFile(path.join(folder, name), content);
    await put('one.mp4', 'film');
    await put(
      'one.json',
      JSON.stringify({
        title: 'First',
        tags: ['a', 'b'],
        views: 7,
        mood: 'calm',
        published: true,
        url: '/one',
      }),
    );
    await put('deep/er/two.mkv', 'film');
    await put(
      'deep/er/two.nfo',
      '\ufeff<?xml version="1.0"?><movie><title>Second &amp; last</title><plot>Words</plot><genre>Charts</genre><tag>x</tag><tag>y</tag><dateadded>2020-02-02 10:00:00</dateadded><premiered>1998-03-04</premiered></movie>\nhttps://films.example/2',
    );
    await put('three.webm', 'film');
    await put(
      'three.info.json',
      JSON.stringify({
        title: 'Third',
        upload_date: '20180101',
        view_count: 3,
        url: 'https://cdn.example/x',
        webpage_url: 'https://films.example/3?a=b',
        formats: [{}],
      }),
    );
    await put('four.mp4', 'film');
    await put('four.json', '[1');
    await put('five.mp4', 'film');
    await put('five.nfo', '<!DOCTYPE x [<!ENTITY a "b">]><movie><title>&a;</title></movie>');
    await put('six.mp4', 'film');
    await put('six.json', ' '.repeat(2 ** 20 + 1));
    await put('.hidden.mp4', 'film');
    await put('words.txt', 'no film');
    await put('line\nbreak.mp4', 'film');
    await symlink('/etc/passwd', path.join(folder, 'link.mp4'));
    const notes: string[] = [];
    const found: Found[] = [];
    for await (const one of readFolder(folder, (note) => notes.push(note))) found.push(one);
    expect(found.filter(({ type }) => type === 'bad')).toEqual([
      {
        type: 'bad',
        where: 'five.mp4',
        message: 'The sidecar file has a document type declaration, which is not accepted.',
      },
      { type: 'bad', where: 'four.mp4', message: 'Its sidecar file is not valid JSON.' },
      {
        type: 'bad',
        where: 'line\nbreak.mp4',
        message: 'Its name has control characters, or is not UTF-8: rename the file.',
      },
      { type: 'bad', where: 'six.mp4', message: 'Its sidecar file is larger than 1 MB.' },
    ]);
    expect(notes).toEqual([
      'Symbolic links are not followed: 1 skipped. To import them, use a list.',
      'Unused fields of sidecar files: "mood", "published".',
    ]);
    const said = new Map(
      found.flatMap((one) => (one.type === 'film' ? [[one.path, saidOf(one)] as const] : [])),
    );
    expect([...said.keys()]).toEqual(['one.mp4', 'three.webm', 'deep/er/two.mkv']);
    expect(said.get('one.mp4')).toMatchObject({ title: 'First', tags: ['a', 'b'], views: 7 });
    expect(said.get('three.webm')).toMatchObject({
      ...{ title: 'Third', views: 3, publishedAt: '2018-01-01T00:00:00.000Z' },
      oldAddresses: [{ address: '/3?a=b' }],
    });
    expect(said.get('deep/er/two.mkv')).toMatchObject({
      ...{ title: 'Second & last', description: 'Words', category: 'Charts', tags: ['x', 'y'] },
      publishedAt: '1998-03-04T00:00:00.000Z',
    });
  });

  test('is not left through a link, and only files are opened', async () => {
    await symlink(root, path.join(folder, 'up'));
    await writeFile(path.join(root, 'outside.mp4'), 'film');
    await writeFile(path.join(folder, 'empty.mp4'), '');
    await symlink('one.mp4', path.join(folder, 'inner.mp4'));
    await expect(openInside(folder, 'up/outside.mp4')).rejects.toThrow(
      'It is a link to a file outside the folder.',
    );
    await expect(openInside(folder, 'link.mp4')).rejects.toThrow(
      'It is a link to a file outside the folder.',
    );
    await expect(openInside(folder, 'deep')).rejects.toThrow('It is not a file.');
    const server = createServer().listen(path.join(folder, 'socket.mp4'));
    await once(server, 'listening');
    await expect(openInside(folder, 'socket.mp4')).rejects.toThrow('It cannot be read (ENXIO).');
    server.close();
    await expect(openInside(folder, 'none.mp4')).rejects.toThrow('This file is not in the folder.');
    await expect(statInside(folder, 'empty.mp4')).rejects.toThrow('It is empty.');
    await expect(openInside(path.join(root, 'away'), 'one.mp4')).rejects.toThrow(
      /cannot be opened here \(ENOENT\)/,
    );
    expect((await statInside(folder, 'inner.mp4')).size).toBe(4);
    expect(plainPath('./a\\b.mp4')).toBe('a/b.mp4');
  });
});
