import { describe, expect, it } from 'vitest';
import type { FileAnswer } from '../../../../test/file-site.ts';
import type { SourceMetadata } from '../source-item.ts';
import { openFileSite } from '../test/file-source.ts';
import { forbidsIndexingByHeader } from './indexing-rules.ts';
import { readVideoPage } from './video-page.ts';

const { site, fetch } = await openFileSite();

const VIDEO = {
  '@type': 'VideoObject',
  name: 'A slow zoom',
  description: 'Slow.',
  keywords: 'zoom',
  genre: 'Fractals',
  contentUrl: '/1.mp4',
  embedUrl: '/embed/1',
  thumbnailUrl: '/1.jpg',
  duration: 'PT90S',
  width: 1920,
  height: 1080,
};

interface Options {
  metadata?: SourceMetadata;
  delivery?: 'hosted' | 'remote' | 'embed';
  path?: string;
}

function page(video: object, head = '', body = ''): FileAnswer {
  const script = `<script type="application/ld+json">${JSON.stringify(video)}</script>`;
  return {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><html><head><title>The page</title>${head}${script}</head><body>${body}</body></html>`,
  };
}

function read(answer: FileAnswer, { metadata = {}, delivery = 'hosted', path = '/watch/1' }: Options = {}) {
  site.files.set(path, answer);
  const signal = new AbortController().signal;
  return readVideoPage(`${site.origin}${path}`, { metadata, delivery, fetch, signal });
}

describe('what is known of a video', () => {
  it('is all that its page says', async () => {
    const canonical = '<link rel="canonical" href="/watch/one">';
    const video = { ...VIDEO, identifier: { '@type': 'PropertyValue', value: 'clip-1' } };
    expect(await read(page(video, canonical))).toEqual({
      title: 'A slow zoom',
      description: 'Slow.',
      tags: ['zoom'],
      category: 'Fractals',
      films: [{ url: `${site.origin}/1.mp4`, kind: 'file' }],
      takenFrom: {
        ...{ title: 'JSON-LD', film: 'JSON-LD', player: 'JSON-LD', thumbnail: 'JSON-LD' },
        ...{ duration: 'JSON-LD', description: 'JSON-LD', tags: 'JSON-LD', category: 'JSON-LD' },
      },
      notes: [],
      embedUrl: `${site.origin}/embed/1`,
      thumbnailUrl: `${site.origin}/1.jpg`,
      durationSeconds: 90,
      width: 1920,
      height: 1080,
      externalId: 'clip-1',
      canonicalUrl: `${site.origin}/watch/one`,
    });
  });

  it('is what the source says, and the page fills the rest', async () => {
    const metadata = { title: 'Another name', tags: ['turn'], durationSeconds: 91 };
    expect(await read(page(VIDEO), { metadata })).toMatchObject({
      title: 'Another name',
      tags: ['turn'],
      durationSeconds: 91,
      category: 'Fractals',
      thumbnailUrl: `${site.origin}/1.jpg`,
    });
  });

  it.each([
    ['hosted', { title: 'A', contentUrl: 'http://cdn.test/1.mp4' }, 0],
    ['hosted', { title: 'A', embedUrl: 'http://cdn.test/embed/1' }, 1],
    ['hosted', { contentUrl: 'http://cdn.test/1.mp4' }, 1],
    ['remote', { title: 'A', contentUrl: 'http://cdn.test/1.mp4' }, 0],
    ['embed', { title: 'A', contentUrl: 'http://cdn.test/1.mp4' }, 1],
    ['embed', { title: 'A', embedUrl: 'http://cdn.test/embed/1' }, 0],
  ] as const)('for %s with %j asks for the page so often', async (delivery, metadata, requests) => {
    const { contentUrl, ...said }: SourceMetadata = metadata;
    const films = contentUrl ? { films: expect.arrayContaining([{ url: contentUrl, kind: 'file' }]) } : {};
    expect(await read(page(VIDEO), { delivery, metadata })).toMatchObject({ ...said, ...films });
    expect(site.requests).toHaveLength(requests);
  });

  it('is the word of the source where the page names no video', async () => {
    const none = { headers: { 'content-type': 'text/html' }, body: '<p>Nothing.</p>' };
    const metadata = { title: 'A', embedUrl: 'http://cdn.test/embed/1' };
    expect(await read(none, { metadata })).toMatchObject(metadata);
    await expect(read(none, { metadata: { title: 'A' } })).rejects.toMatchObject({ code: 'no_video' });
  });

  it('is not asked for where the source says that it is not free', async () => {
    const metadata = { title: 'A', contentUrl: 'http://cdn.test/1.mp4', requiresSubscription: true };
    await expect(read(page(VIDEO), { metadata })).rejects.toMatchObject({
      code: 'no_video',
      message: 'The source says that this video is not free (requires_subscription).',
    });
    expect(site.requests).toEqual([]);
  });

  it('is the address itself where that is a video', async () => {
    const answer = { headers: { 'content-type': 'video/mp4' }, body: 'x' };
    expect(await read(answer, { path: '/media/slow-zoom.mp4' })).toMatchObject({
      title: 'slow zoom',
      films: [{ url: `${site.origin}/media/slow-zoom.mp4`, kind: 'file' }],
    });
  });
});

describe('the name that a page has for its video', () => {
  it.each([
    [{ identifier: 'clip-1' }, 'clip-1'],
    [{ identifier: [{ '@type': 'PropertyValue', propertyID: 'x', value: 17 }] }, '17'],
    [{ '@id': 'urn:uuid:1234' }, 'urn:uuid:1234'],
    [{ '@id': 'http://site.test/watch/1#video' }, 'http://site.test/watch/1#video'],
    [{ '@id': 'http://site.test/?v=1' }, 'http://site.test/?v=1'],
    [{ '@id': 'http://site.test/#video' }, undefined],
    [{ '@id': '_:b0' }, undefined],
    [{ identifier: { name: 'A property', value: null } }, undefined],
    [{ identifier: 'x'.repeat(201) }, undefined],
  ])('is read from %j', async (fields, externalId) => {
    expect((await read(page({ ...VIDEO, ...fields }))).externalId).toBe(externalId);
  });
});

describe('the address that a page has for itself', () => {
  const canonical = (href: string, rel = 'canonical') => `<link rel="${rel}" href="${href}">`;

  it.each([
    ['/watch/one?a=1&amp;b=2', '/watch/one?a=1&b=2'],
    ['../other', '/other'],
    ['/', undefined],
    ['http://elsewhere.test/watch/1', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('is read from %j', async (href, path) => {
    const { canonicalUrl } = await read(page(VIDEO, canonical(href)));
    expect(canonicalUrl).toBe(path && `${site.origin}${path}`);
  });
});

describe('a page that asks robots to leave it out', () => {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
  const refused = {
    code: 'robots',
    kind: 'permanent',
    message: 'The page asks robots to skip it (noindex).',
  };

  it.each([
    ['robots', 'noindex'],
    ['VesperBot', 'noindex'],
  ])('by <meta name="%s" content="%s"> is refused', async (name, content) => {
    await expect(read(page(VIDEO, meta(name, content)))).rejects.toMatchObject(refused);
  });

  it.each([
    ['robots', 'index, nofollow, max-image-preview:none'],
    ['otherbot', 'noindex'],
    ['description', 'noindex'],
  ])('is not one with <meta name="%s" content="%s">', async (name, content) => {
    expect((await read(page(VIDEO, meta(name, content)))).title).toBe('A slow zoom');
  });

  it('by a header is refused, a page or a file', async () => {
    const headers = { 'content-type': 'text/html', 'x-robots-tag': 'noindex, nofollow' };
    await expect(read({ ...page(VIDEO), headers })).rejects.toMatchObject(refused);
    const file = { headers: { ...headers, 'content-type': 'video/mp4' }, body: 'x' };
    await expect(read(file)).rejects.toMatchObject(refused);
  });

  it.each([
    ['noindex', true],
    ['vesperbot: noindex', true],
    ['otherbot: nofollow, vesperbot: nosnippet, noindex', true],
    ['unavailable_after: 25 Jun 2036 15:00:00 PST, noindex', true],
    ['*: noindex', true],
    ['otherbot: noindex, nofollow', false],
    ['vesperbot: nofollow, otherbot: noindex', false],
    ['max-image-preview: none', false],
    [undefined, false],
  ])('by X-Robots-Tag: %s', (header, forbids) => expect(forbidsIndexingByHeader(header)).toBe(forbids));
});
