import { describe, expect, test } from 'vitest';
import { parseEmbedProviders } from '../../embeds/index.ts';
import { createMediaAddresses, type MediaFields } from './addresses.ts';
import { createMediaSigner } from './signing.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
const embeds = parseEmbedProviders(
  'Clips=https://player.example/embed/{id} clips.watch=https://clips.example/watch/{id} own=https://videos.example/embed/{id}',
  { mayBePlain: () => false, isOwn: () => false },
);
const addresses = await createMediaAddresses({
  signer: createMediaSigner(Buffer.from('a key of 32 characters, or more')),
  clock,
  embeds,
  domains: { nameFor: async () => 'videos.example' },
}).forHost('videos.example');

function video(kind: string, stored: string): MediaFields {
  return {
    id: 'v1',
    kind,
    video_url: stored,
    thumbnail_url: stored,
    preview_url: stored,
    storyboard_url: stored,
    hls_url: stored,
    embed_url: stored,
    embed_provider: null,
    embed_id: null,
  };
}

function allOf(fields: MediaFields) {
  const { signedUrl } = addresses.signVideo(fields);
  return [
    addresses.videoUrl(fields),
    signedUrl,
    addresses.thumbnailUrl(fields),
    addresses.previewUrl(fields),
    addresses.storyboardUrl(fields),
    addresses.hlsUrl(fields),
  ];
}

describe.each(['remote', 'embed'])('of a video that is %s', (kind) => {
  test.each(['https://films.example/a.mp4?b=c', 'HTTP://films.example/a'])(
    '%s is handed out as it is',
    (url) => {
      expect(allOf(video(kind, url))).toEqual(Array(6).fill(url));
    },
  );

  test.each([
    '',
    ' javascript:alert(1)',
    'JavaScript://films.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//films.example/a.mp4',
    'videos/aa/a/video.mp4',
    'https://',
    'x\nhttps://films.example/',
  ])('%j is not handed out', (stored) => {
    expect(allOf(video(kind, stored))).toEqual(['', '', '', null, null, null]);
  });
});

test('of a hosted video every file has a signed address of our own', () => {
  const [film, signed, thumbnail, preview, storyboard, hls] = allOf(video('hosted', 'videos/aa/a/file.mp4'));
  expect(film).toMatch(/^\/media\/play\/v1\/.+\/video\.mp4$/);
  expect(signed).toMatch(/^\/media\/play\/v1\/.+\/video\.mp4$/);
  expect(thumbnail).toMatch(/^\/media\/thumbnail\/v1\/.+\/640\.webp$/);
  expect(preview).toMatch(/^\/media\/preview\/v1\/.+\/preview\.mp4$/);
  expect(storyboard).toMatch(/^\/media\/play\/v1\/.+\/storyboard\.vtt$/);
  expect(hls).toMatch(/^\/media\/play\/v1\/.+\/hls\.m3u8$/);
  const prefix = film?.replace(/[^/]+$/, '') ?? '';
  expect([storyboard, hls].every((address) => address?.startsWith(prefix))).toBe(true);
});

test.each(['remote', 'embed'])(
  'the picture of a video that is %s lies with us where there is one',
  (kind) => {
    const fields = {
      ...video(kind, 'https://films.example/a'),
      thumbnail_url: 'videos/aa/a-1/thumbnail-0f.webp',
    };
    expect(addresses.thumbnailUrl(fields)).toMatch(/^\/media\/thumbnail\/v1\/.+\.webp$/);
  },
);

describe('the player of an embedded video', () => {
  const of = (kind: string, stored: string) => addresses.embedUrl({ ...video(kind, ''), embed_url: stored });

  test('is handed out as it is', () => {
    expect(of('embed', 'https://films.example/embed/1')).toBe('https://films.example/embed/1');
  });

  test.each(['', 'http://films.example/embed/1', 'javascript:alert(1)', '<iframe src="https://a.example/">'])(
    '%j is not',
    (stored) => {
      expect(of('embed', stored)).toBeNull();
    },
  );

  const named = (provider: string, id: string, kind = 'embed') => {
    const fields = { ...video(kind, ''), embed_url: 'https://old.example/1' };
    const one = { ...fields, embed_provider: provider, embed_id: id };
    return [addresses.embedUrl(one), addresses.embed(one)];
  };

  test('is built from its provider and id', () => {
    expect(named('clips', 'a-1')).toEqual([
      'https://player.example/embed/a-1',
      { provider: 'Clips', watchUrl: 'https://clips.example/watch/a-1' },
    ]);
  });

  test.each([
    ['no-longer-listed', 'a-1'],
    ['clips', '../../admin'],
    ['clips', 'a"><script>'],
    ['clips', '..'],
    // A frame of the page's own host could remove its sandbox.
    ['own', 'a-1'],
  ])('of %s by the id %j is only a link', (provider, id) => {
    expect(named(provider, id)).toEqual(['https://old.example/1', null]);
  });

  test('is none for other videos, whatever their rows say', () => {
    expect(named('clips', 'a-1', 'hosted')).toEqual([null, null]);
    expect(of('remote', 'https://films.example/embed/1')).toBeNull();
  });
});
