import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch, type SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileSite, startHostileSite } from '../../../../test/hostile-site.ts';
import { readDuration } from '../clean-text.ts';
import { collectPageData } from './page-data.ts';
import { fetchPage, readPage } from './page-reader.ts';

const PAGE = 'https://site.test/watch/a-slow-zoom.html?x=1';

/** What a page's video is, without where it was said; undefined if it has none. */
function videoIn(html: string, pageUrl: string) {
  try {
    const { takenFrom: _taken, notes: _notes, ...video } = readPage(html, pageUrl);
    return video;
  } catch (error) {
    if (error instanceof SourceError && error.code === 'no_video') return undefined;
    throw error;
  }
}

function jsonLd(...scripts: unknown[]): string {
  const texts = scripts.map((script) => (typeof script === 'string' ? script : JSON.stringify(script)));
  const tags = texts.map((text) => `<script type="application/ld+json">${text}</script>`);
  return `<!doctype html><html><head><title>The page</title>${tags.join('')}</head><body></body></html>`;
}

function metas(...pairs: [string, string][]): string {
  const tags = pairs.map(([name, content]) => `<meta property="${name}" content="${content}">`);
  return `<html><head><title>The page &amp; more</title>${tags.join('')}</head></html>`;
}

const VIDEO = {
  '@context': 'https://schema.org',
  '@type': 'VideoObject',
  name: 'A slow zoom',
  contentUrl: '/media/1.mp4',
};

describe('the language', () => {
  const page = (lang: string, inLanguage?: unknown) =>
    jsonLd({ ...VIDEO, inLanguage }).replace('<html>', `<html lang="${lang}">`);

  it.each([
    [page('de-AT'), 'de'],
    [page('de', 'pt_BR'), 'pt'],
    [page('de', ['es', 'it']), 'es'],
    [page('"><b x="'), undefined],
    [page(''), undefined],
  ])('is what the video, else the page says (%#)', (html, language) => {
    expect(videoIn(html, PAGE)?.language).toBe(language);
  });
});

describe('schema.org', () => {
  it('reads all that a VideoObject says', () => {
    const video = videoIn(
      jsonLd({
        ...VIDEO,
        name: '  A slow\n zoom &amp; more\u0007 ',
        description: 'First line.<br>Second &quot;line&quot;.\n\n\n\nThird.',
        thumbnailUrl: ['javascript:alert(1)', '//cdn.site.test/1.jpg', '/2.jpg'],
        embedUrl: 'https://site.test/embed/1',
        duration: 'PT1M30.4S',
        keywords: 'zoom, Fractal ,ZOOM,, mandelbrot',
        genre: ['Fractals', 'Art'],
        width: { '@type': 'QuantitativeValue', value: 1920, name: '1920 px' },
        height: 1080,
      }),
      PAGE,
    );
    expect(video).toEqual({
      title: 'A slow zoom & more',
      description: 'First line.\nSecond "line".\n\nThird.',
      tags: ['zoom', 'Fractal', 'mandelbrot'],
      category: 'Fractals',
      thumbnailUrl: 'https://cdn.site.test/1.jpg',
      films: [{ url: 'https://site.test/media/1.mp4', kind: 'file' }],
      embedUrl: 'https://site.test/embed/1',
      durationSeconds: 90,
      width: 1920,
      height: 1080,
    });
  });

  it('bounds and cleans everything', () => {
    const video = videoIn(
      jsonLd({
        ...VIDEO,
        name: `\u202E${'x'.repeat(299)}😀 tail`,
        description: 'y'.repeat(20_000),
        keywords: Array.from({ length: 99 }, (_, number) => `${number} ${'t'.repeat(99)}`),
        thumbnailUrl: `/${'z'.repeat(3_000)}`,
        duration: 'P9999D',
      }),
      PAGE,
    );
    expect(video?.title).toBe('x'.repeat(299));
    expect(video?.description).toHaveLength(10_000);
    expect(video?.tags).toHaveLength(30);
    expect(video?.tags.every((tag) => tag.length === 60)).toBe(true);
    expect(video).not.toHaveProperty('thumbnailUrl');
    expect(video).not.toHaveProperty('durationSeconds');
  });

  it('takes the words of the page where the video has no name', () => {
    const nameless = { ...VIDEO, name: '' };
    expect(videoIn(jsonLd(nameless), PAGE)?.title).toBe('The page');
    const untitled = jsonLd(nameless).replace('The page', ' ');
    expect(videoIn(untitled, PAGE)?.title).toBe('a slow zoom');
    expect(videoIn(untitled, 'https://site.test/')?.title).toBe('site.test');
    expect(videoIn(untitled, 'https://site.test/%zz')?.title).toBe('%zz');
  });

  it.each([
    ['PT8S', 8],
    ['PT1H2M3S', 3_723],
    ['PT0,6S', 1],
    ['1:30', 90],
    ['90', 90],
    ['P1Y', undefined],
    ['', undefined],
  ])('reads the duration %j as %s', (text, seconds) => expect(readDuration(text)).toBe(seconds));
});

describe('hostile pages', () => {
  it('is left where it is nested too deeply', () => {
    const deep = `<meta name="a" content="1">${'<b>'.repeat(1_000_000)}${'</i>'.repeat(500_000)}<meta name="b" content="2">`;
    expect(collectPageData(deep).metas).toEqual([{ name: 'a', content: '1' }]);
  });

  it('does not follow JSON without end', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(videoIn(jsonLd(deep, `{"a":${deep}}`, VIDEO), PAGE)).toMatchObject({ title: 'A slow zoom' });
    const blank = `{"@type": "VideoObject", "name": "${' '.repeat(4_000_000)}x", "contentUrl": "/1.mp4"}`;
    expect(videoIn(jsonLd(blank), PAGE)?.films[0]?.url).toBe('https://site.test/1.mp4');
    const wide = JSON.stringify(Array.from({ length: 300_000 }, () => ({})));
    expect(videoIn(jsonLd(wide), PAGE)).toBeUndefined();
  });

  it('reads JavaScript’s own names like any other', () => {
    const html = jsonLd(
      '{"__proto__": {"@type": "VideoObject"}, "constructor": 1, "@type": "VideoObject", "contentUrl": "/1.mp4"}',
    );
    expect(videoIn(html, PAGE)?.films[0]?.url).toBe('https://site.test/1.mp4');
    expect(videoIn(metas(['__proto__', 'x'], ['og:video', '/1.mp4']), PAGE)?.films[0]?.url).toBe(
      'https://site.test/1.mp4',
    );
  });
});

describe('a page whose videos all refer to one long thing', () => {
  const many = <T>(count: number, one: T) => Array.from({ length: count }, () => one);
  const videos = (fields: object) =>
    Array.from({ length: 40 }, (_, n) => ({
      '@type': 'VideoObject',
      name: `Turn ${n}`,
      contentUrl: `/${n}.mp4`,
      ...fields,
    }));
  const long = {
    '@type': 'ImageObject',
    '@id': '#long',
    name: '<b>x</b>'.repeat(5_000),
    url: many(200, `ftp://a${'&amp;'.repeat(400)}`),
  };
  const refers = many(200, { '@id': '#long' });

  // Each of these took minutes when every reference was read in full.
  it.each([
    ['keywords', { keywords: refers }],
    ['pictures', { thumbnail: refers, thumbnailUrl: refers, image: refers }],
    ['words', { name: refers, description: refers, genre: refers }],
    ['addresses', { url: refers, mainEntityOfPage: refers, embedUrl: refers }],
    ['films', { encoding: refers, associatedMedia: refers }],
  ])('is read in bounded time: %s', (_, fields) => {
    const html = jsonLd(JSON.stringify({ '@graph': [long, ...videos(fields)] }));
    expect(() => readPage(html, PAGE)).toThrow(/videos, and it is unclear|belong to lists/);
  });
});

describe('fetchPage', () => {
  let site: HostileSite;
  let fetch: ReturnType<typeof createSafeFetch>;
  beforeAll(async () => {
    site = await startHostileSite();
    fetch = createSafeFetch({ allow: parseOutboundAllow(site.hostAndPort), userAgent: 'TestBot/1.0' });
  });
  afterAll(async () => {
    await fetch.close();
    await site.close();
  });

  /** A fetch that answers this body under this content type. */
  function answering(contentType: string, body: Buffer): SafeFetch {
    return async (url) => ({
      url,
      status: 200,
      headers: { 'content-type': contentType },
      body: (async function* () {
        yield body;
      })(),
      discard: () => undefined,
    });
  }

  it('reads the video of a page, after redirects', async () => {
    const page = await fetchPage(`${site.origin}/redirect?to=${encodeURIComponent('/watch/good')}`, {
      fetch,
    });
    expect(page).toMatchObject({
      pageUrl: `${site.origin}/watch/good`,
      title: 'Test chart good',
      films: [{ url: `${site.origin}/good.mp4?edition=good`, kind: 'file' }],
      durationSeconds: 8,
      category: 'Test charts',
    });
  });

  it.each([
    ['/page-without-video', 'no_video', 'The page has no video that can be read.'],
    ['/good.mp4', 'is_video', 'The address is a video file (video/mp4), not a page.'],
    ['/robots.txt', 'not_page', 'The address returned text/plain, not a web page.'],
    ['/status/404', 'http_status', 'The address answered 404 Not Found.'],
    [
      '/redirect-private',
      'private_address',
      'The address leads to a private network address (10.0.0.1), which is not allowed.',
    ],
  ])('%s ends with a sentence', async (path, code, sentence) => {
    const work = fetchPage(site.origin + path, { fetch });
    await expect(work).rejects.toThrow(SourceError);
    await expect(work).rejects.toMatchObject({ code, message: sentence, kind: 'permanent' });
  });

  it('looks at the first 5 MB of a page', async () => {
    const head = jsonLd(VIDEO);
    const long = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(5_500_000, ' '),
      Buffer.from('<title>Late</title>'),
    ]);
    const page = await fetchPage(PAGE, { fetch: answering('text/html', long) });
    expect(page.title).toBe('A slow zoom');
    const late = Buffer.concat([Buffer.alloc(5_500_000, ' '), Buffer.from(head)]);
    await expect(fetchPage(PAGE, { fetch: answering('text/html', late) })).rejects.toMatchObject({
      code: 'no_video',
    });
  });
});
