import { markupText } from '@vesper/contract';
import { describe, expect, test } from 'vitest';
import { readXmlTree, type XmlElement } from '../../test/xml-tree.ts';
import { MOST_VIDEOS_INSIDE } from './shards.ts';
import { MOST_ENTRY_BYTES, URLSET_FOOT, URLSET_HEAD, videoEntry } from './sitemap-xml.ts';

const video = {
  loc: 'https://charts.test/video/1',
  lastmod: '2026-11-23T10:00:00Z',
  thumbnail: 'https://charts.test/media/thumbnail/1.webp',
  title: 'Test chart',
  description: 'Bars and a grid.',
  content: '',
  player: 'https://charts.test/embed/1',
  durationSeconds: 61,
  publishedAt: '2026-11-22T10:00:00Z',
  tags: 'bars\ngrid',
};

const flat = ({ name, text, children }: XmlElement): [string, string][] => [
  [name, text],
  ...children.flatMap(flat),
];

const entryOf = (fields: Partial<typeof video>) =>
  flat(readXmlTree(URLSET_HEAD + videoEntry({ ...video, ...fields }) + URLSET_FOOT));
const textOf = (entry: [string, string][], name: string) =>
  entry.find(([one]) => one === `video:${name}`)?.[1];

describe('the limits of the schema', () => {
  test('hold', () => {
    const entry = entryOf({
      title: 'a'.repeat(101),
      description: 'b'.repeat(2049),
      durationSeconds: 28_801,
    });
    expect(textOf(entry, 'title')).toHaveLength(100);
    expect(textOf(entry, 'description')).toHaveLength(1000);
    expect(textOf(entry, 'duration')).toBeUndefined();
  });

  test('a video without a picture, or without film and player, is listed by its page alone', () => {
    const content = 'https://charts.test/film.mp4';
    for (const lacking of [{ thumbnail: '' }, { thumbnail: '', content }, { player: '' }])
      expect(entryOf(lacking).map(([name]) => name)).toEqual(['urlset', 'url', 'loc', 'lastmod']);
    const unframed = entryOf({ player: '', content });
    expect([textOf(unframed, 'content_loc'), textOf(unframed, 'player_loc')]).toEqual([content, undefined]);
  });
});

describe('an entry is never longer than its part of 50 MiB', () => {
  const most = 1000;
  test.each<[string, Partial<typeof video>, string[]]>([
    ['a usual one says all', {}, ['title', 'description', 'tag', 'tag']],
    [
      'of the longest no description',
      { title: '&'.repeat(100), description: '&'.repeat(most) },
      ['title', 'description'],
    ],
    ['or the page alone', { thumbnail: `https://a.test/${'a'.repeat(4000)}` }, []],
  ])('%s', (_what, fields, said) => {
    const long = { ...video, ...fields };
    expect(Buffer.byteLength(videoEntry(long))).toBeLessThanOrEqual(MOST_ENTRY_BYTES);
    const names = entryOf(fields).map(([name]) => name.replace('video:', ''));
    expect(names).toContain('loc');
    expect(names.filter((name) => ['title', 'description', 'tag'].includes(name))).toEqual(said);
    expect(MOST_ENTRY_BYTES * MOST_VIDEOS_INSIDE + URLSET_HEAD.length + URLSET_FOOT.length).toBeLessThan(
      50 * 1024 * 1024,
    );
  });
});

test('hostile texts stay texts', () => {
  const hostile = `<b>&amp;"'\u0000\u001f\ufffe\ud800</video:title>]]>`;
  const entry = entryOf({
    title: hostile,
    description: hostile,
    tags: hostile,
    thumbnail: markupText(`https://a.test/?a&b=<`),
  });
  const plain = `<b>&amp;"'</video:title>]]>`;
  expect([textOf(entry, 'title'), textOf(entry, 'description'), textOf(entry, 'tag')]).toEqual([
    plain,
    plain,
    plain,
  ]);
  expect(textOf(entry, 'thumbnail_loc')).toBe('https://a.test/?a&b=<');
});
