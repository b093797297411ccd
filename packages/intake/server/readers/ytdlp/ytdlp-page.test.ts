import { describe, expect, it } from 'vitest';
import { readYtdlpJson } from './ytdlp-output.ts';

const PAGE = 'https://videos.example/watch/1';
const read = (info: unknown) => readYtdlpJson(JSON.stringify(info), PAGE);

describe('readYtdlpJson', () => {
  it('reads what there is to read', () => {
    expect(
      read({
        id: 'abc123',
        extractor: 'SomeSite',
        title: 'A slow violet gradient',
        description: 'First line.\nSecond line.',
        tags: ['gradient', 'violet', 'Gradient'],
        categories: ['Charts', 'Other'],
        duration: 61.4,
        thumbnail: '/poster.jpg',
        webpage_url: 'https://videos.example/watch/1?x',
        width: 1920,
        height: 1080,
        formats: [{ url: 'https://cdn.example/a.mp4' }],
      }),
    ).toEqual({
      externalId: 'somesite:abc123',
      title: 'A slow violet gradient',
      description: 'First line.\nSecond line.',
      tags: ['gradient', 'violet'],
      category: 'Charts',
      durationSeconds: 61,
      thumbnailUrl: 'https://videos.example/poster.jpg',
      width: 1920,
      height: 1080,
    });
  });

  it('cleans and bounds what a hostile page puts there', () => {
    const page = read({
      id: 'x'.repeat(10_000),
      extractor: 'site',
      title: `\u0000\u001b[31m ${'t'.repeat(100_000)}`,
      description: 'd\u0007'.repeat(1_000_000),
      tags: Array.from({ length: 100_000 }, (_, index) => `tag ${index} ${'g'.repeat(100)}`),
      categories: [{ toString: 'no' }, '\u202egnp'],
      thumbnail: 'javascript:alert(1)',
      webpage_url: 'javascript:alert(2)',
      duration: 1e300,
      width: 1e9,
      height: 'tall',
    });
    expect(page.title).toMatch(/^\[31m t+$/);
    expect(page.title).toHaveLength(300);
    expect(page.description).toHaveLength(10_000);
    expect(page.tags).toHaveLength(30);
    expect(Object.keys(page).sort()).toEqual(['category', 'description', 'tags', 'title']);
    expect(page.category).toBe('gnp');
  });

  it.each([
    [{ id: 'clip', extractor: 'generic' }, undefined],
    [{ id: 'clip-1', extractor: 'html5' }, undefined],
    [{ id: 'clip' }, undefined],
    [{ id: 'a\u0000b', extractor: 'site' }, undefined],
    [{ id: 77, extractor: 'Site:sub' }, 'site:sub:77'],
  ])('takes an id only where it says something: %j', (info, id) => {
    expect(read(info).externalId).toBe(id);
  });

  it('names what has no name after its host, and drops the number of an only player', () => {
    expect(read({ id: 'x', extractor: 'site', title: ' \u0000 ' }).title).toBe('videos.example');
    expect(read({ extractor: 'html5', title: 'Gradient (1)' }).title).toBe('Gradient');
    expect(read({ extractor: 'site', title: 'Gradient (1)' }).title).toBe('Gradient (1)');
  });

  it('takes a list of one for the one, and refuses other lists and live streams', () => {
    const entry = { id: '1', extractor: 'site', title: 'One' };
    expect(read({ _type: 'playlist', playlist_count: 1, entries: [entry] }).title).toBe('One');
    for (const count of [0, 2, null]) {
      expect(() => read({ _type: 'playlist', playlist_count: count, entries: [entry] })).toThrow(
        'The address contains a list of videos, not one video.',
      );
    }
    expect(() => read({ ...entry, is_live: true })).toThrow(
      'The address is a live stream, which is not downloaded.',
    );
  });

  it.each(['', 'null', '[]', '"text"', '{', '['.repeat(1_000_000)])(
    'refuses what is no answer',
    (printed) => {
      expect(() => readYtdlpJson(printed, PAGE)).toThrow('yt-dlp returned unreadable output.');
    },
  );
});
