import { describe, expect, test } from 'vitest';
import { readAddress } from './read-address.ts';

const ID = '0b7f4c2e-1111-4222-8333-444455556666';

describe('names a video', () => {
  test.each([
    ['page', `https://site.example/video/${ID}`],
    ['page', `https://site.example/video/${ID}/`],
    ['page', `http://SITE.example./video/${ID}?t=3#comments`],
    ['page', `https://www.site.example:8443/video/${ID}`],
    ['page', `site.example/video/${ID}`],
    ['page', `  https://site.example/%76ideo/${ID}  `],
    ['page', `https://site.example/api/videos/${ID}/signed-url`],
    [
      'page',
      `https://site.example/oembed?url=${encodeURIComponent(`https://site.example/video/${ID}`)}&format=json`,
    ],
    ['embed', `https://site.example/embed/${ID}?autoplay=1`],
    ['media', `https://site.example/media/play/${ID}/1790000000/abcDEF_-123/video-1a2b3c4d5e6f.mp4`],
    ['media', `https://site.example/media/play/${ID}/1790000000/abcDEF_-123/rung-720.m4s`],
    ['media', `https://site.example/media/thumbnail/${ID}/0/abcDEF_-123/thumbnail-640.webp`],
    ['media', `https://site.example/media/preview/${ID}/0/abcDEF_-123/preview.mp4`],
    ['media', `https://site.example/media/film/${ID}/video-1a2b3c4d5e6f.mp4`],
  ])('%s: %s', (shape, address) => {
    expect(readAddress(address)).toMatchObject({ shape, videoId: ID, keyword: null });
  });
});

test('a keyword page names its keyword and no video', () => {
  for (const path of ['/de/ruhige-muster', '/de/ruhige-muster/', '/de/ruhige-muster?page=2'])
    expect(readAddress(`https://site.example${path}`)).toEqual({
      ...{ hostname: 'site.example', shape: 'keyword', videoId: null, pathAndQuery: path },
      keyword: { lang: 'de', slug: 'ruhige-muster' },
    });
});

describe('odd addresses do not fail', () => {
  test.each([
    'https://site.example/',
    'https://site.example/video/',
    `https://site.example//video/${ID}`,
    `https://site.example/video/${ID}/more`,
    `https://site.example/video/${'x'.repeat(200)}`,
    'https://site.example/video/%E0%A4%A',
    'https://site.example/media/play/x',
    'https://site.example/api/videos',
    'https://site.example/legal/terms',
    `https://site.example/oembed?url=https://other.example/video/${ID}`,
  ])('%s', (address) => {
    expect(readAddress(address)).toMatchObject({ shape: 'other', videoId: null, keyword: null });
  });

  test.each(['', 'no address', 'javascript:alert(1)', 'https://', 'ftp://site.example/x', 'https://[::1'])(
    '%j is none',
    (address) => {
      expect(readAddress(address)?.videoId ?? null).toBeNull();
    },
  );
});
