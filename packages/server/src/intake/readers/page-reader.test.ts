import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOutboundAllow } from '../../kernel/lib/address-guard.ts';
import { createSafeFetch, type SafeFetch } from '../../kernel/lib/safe-fetch.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import { type HostileSite, startHostileSite } from '../../test/hostile-site.ts';
import { collectPageData } from './page-data.ts';
import { fetchPage, readPage } from './page-reader.ts';
import { readDuration } from './schema-org-video.ts';

const PAGE = 'https://site.test/watch/a-slow-zoom.html?x=1';

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

describe('schema.org', () => {
  it('reads all that a VideoObject says', () => {
    const video = readPage(
      jsonLd({
        ...VIDEO,
        name: '  A slow\n zoom &amp; more\u0007 ',
        description: 'First line.<br>Second &quot;line&quot;.\n\n\n\nThird.',
        thumbnailUrl: ['javascript:alert(1)', '//cdn.site.test/1.jpg', '/2.jpg'],
        embedUrl: 'https://site.test/embed/1',
        duration: 'PT1M30.4S',
        uploadDate: '2026-02-03T04:05:06Z',
        expires: '2027-01-01',
        keywords: 'zoom, Fractal ,ZOOM,, mandelbrot',
        genre: ['Fractals', 'Art'],
        width: { '@type': 'QuantitativeValue', value: 1920, name: '1920 px' },
        height: 1080,
        isFamilyFriendly: 'http://schema.org/False',
        interactionStatistic: [
          {
            '@type': 'InteractionCounter',
            interactionType: { '@type': 'LikeAction' },
            userInteractionCount: 5,
          },
          { interactionType: 'http://schema.org/WatchAction', userInteractionCount: '12345' },
        ],
      }),
      PAGE,
    );
    expect(video).toEqual({
      title: 'A slow zoom & more',
      description: 'First line.\nSecond "line".\n\nThird.',
      tags: ['zoom', 'Fractal', 'mandelbrot'],
      category: 'Fractals',
      thumbnailUrl: 'https://cdn.site.test/1.jpg',
      contentUrl: 'https://site.test/media/1.mp4',
      embedUrl: 'https://site.test/embed/1',
      durationSeconds: 90,
      uploadedAt: new Date('2026-02-03T04:05:06Z'),
      expiresAt: new Date('2027-01-01'),
      viewCount: 12_345,
      width: 1920,
      height: 1080,
      familyFriendly: false,
    });
  });

  it.each([
    ['alone', VIDEO],
    ['in a list', [{ '@type': 'WebSite' }, VIDEO]],
    ['in an @graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }, VIDEO] }],
    ['inside another object', { '@type': 'WebPage', mainEntity: { '@type': 'Article', video: [VIDEO] } }],
    ['with several types', { ...VIDEO, '@type': ['CreativeWork', 'VideoObject'] }],
    ['with the full name of its type', { ...VIDEO, '@type': 'http://schema.org/VideoObject' }],
    ['in a comment', `<!-- ${JSON.stringify(VIDEO)} -->`],
    ['in CDATA', `//<![CDATA[\n${JSON.stringify(VIDEO)}\n//]]>`],
    ['in commented CDATA', `/*<![CDATA[*/ ${JSON.stringify(VIDEO)} /*]]>*/`],
  ])('finds one %s', (_where, script) => {
    expect(readPage(jsonLd(script), PAGE)).toMatchObject({
      title: 'A slow zoom',
      contentUrl: 'https://site.test/media/1.mp4',
    });
  });

  it('ignores broken scripts and other types, and takes the first that names something', () => {
    const nameless = { '@type': 'VideoObject', name: 'Nothing to see' };
    const html = jsonLd('{"@type": "VideoObject", ', 'null', '"text"', '7', nameless, VIDEO, {
      ...VIDEO,
      name: 'Later',
    });
    expect(readPage(html, PAGE)).toMatchObject({ title: 'A slow zoom' });
    expect(readPage(jsonLd('{"@type": "VideoObject", '), PAGE)).toBeUndefined();
    expect(readPage(jsonLd({ ...VIDEO, '@type': 'AudioObject' }), PAGE)).toBeUndefined();
    expect(readPage(jsonLd(nameless), PAGE)).toBeUndefined();
  });

  it('takes the video of the page before those that it lists', () => {
    const html = jsonLd(
      { itemListElement: [{ item: { ...VIDEO, name: 'Listed' } }] },
      { ...VIDEO, name: 'Main' },
    );
    expect(readPage(html, PAGE)?.title).toBe('Main');
  });

  it('bounds and cleans everything', () => {
    const video = readPage(
      jsonLd({
        ...VIDEO,
        name: `\u202E${'x'.repeat(299)}😀 tail`,
        description: 'y'.repeat(20_000),
        keywords: Array.from({ length: 99 }, (_, number) => `${number} ${'t'.repeat(99)}`),
        thumbnailUrl: `/${'z'.repeat(3_000)}`,
        duration: 'P9999D',
        uploadDate: 'yesterday',
      }),
      PAGE,
    );
    expect(video?.title).toBe('x'.repeat(299));
    expect(video?.description).toHaveLength(10_000);
    expect(video?.tags).toHaveLength(30);
    expect(video?.tags.every((tag) => tag.length === 60)).toBe(true);
    expect(video).not.toHaveProperty('thumbnailUrl');
    expect(video).not.toHaveProperty('durationSeconds');
    expect(video).not.toHaveProperty('uploadedAt');
  });

  it('takes the words of the page where the video has no name', () => {
    const nameless = { ...VIDEO, name: '' };
    expect(readPage(jsonLd(nameless), PAGE)?.title).toBe('The page');
    const untitled = jsonLd(nameless).replace('The page', ' ');
    expect(readPage(untitled, PAGE)?.title).toBe('a slow zoom');
    expect(readPage(untitled, 'https://site.test/')?.title).toBe('site.test');
    expect(readPage(untitled, 'https://site.test/%zz')?.title).toBe('%zz');
  });

  it('resolves addresses against <base>', () => {
    const html = jsonLd({ ...VIDEO, contentUrl: '1.mp4' }).replace(
      '<head>',
      '<head><base href="/media/deep/">',
    );
    expect(readPage(html, PAGE)?.contentUrl).toBe('https://site.test/media/deep/1.mp4');
  });

  it.each([
    ['PT8S', 8],
    ['PT1H2M3S', 3_723],
    ['P1DT1S', 86_401],
    ['pt90m', 5_400],
    ['PT0,6S', 1],
    ['1:30', 90],
    ['01:00:05', 3_605],
    ['90', 90],
    ['90.4', 90],
    ['PT0S', undefined],
    ['P1Y', undefined],
    ['PT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('reads the duration %j as %s', (text, seconds) => expect(readDuration(text)).toBe(seconds));
});

describe('Open Graph', () => {
  it('reads a video with its title, picture, length and tags', () => {
    const html = metas(
      ['og:type', 'video.other'],
      ['og:title', 'Zoom &amp; turn'],
      ['og:description', 'Slow.'],
      ['og:image', '/1.jpg'],
      ['og:video', 'http://site.test/embed/1'],
      ['og:video:secure_url', 'https://site.test/embed/1'],
      ['og:video:type', 'text/html'],
      ['og:video:url', 'https://site.test/1.mp4?a=1&amp;b=2'],
      ['og:video:type', 'video/mp4'],
      ['og:video:width', '1280'],
      ['og:video:height', '720'],
      ['video:duration', '95'],
      ['video:tag', 'zoom'],
      ['video:tag', 'turn'],
    );
    expect(readPage(html, PAGE)).toEqual({
      title: 'Zoom & turn',
      description: 'Slow.',
      tags: ['zoom', 'turn'],
      thumbnailUrl: 'https://site.test/1.jpg',
      contentUrl: 'https://site.test/1.mp4?a=1&b=2',
      embedUrl: 'https://site.test/embed/1',
      durationSeconds: 95,
      width: 1280,
      height: 720,
    });
  });

  it.each([
    ['https://site.test/1.mp4', 'contentUrl'],
    ['https://site.test/1.webm?x', 'contentUrl'],
    ['https://site.test/player?v=1', 'embedUrl'],
  ])('without a type, takes %s for the %s', (url, field) => {
    expect(readPage(metas(['og:video', url]), PAGE)).toMatchObject({
      [field]: url,
      title: 'The page & more',
    });
  });

  it('completes what schema.org leaves open, and only that', () => {
    const embedOnly = { '@type': 'VideoObject', name: 'A slow zoom', embedUrl: 'https://site.test/embed/1' };
    const html = jsonLd(embedOnly).replace(
      '</head>',
      `${metas(['og:title', 'Other'], ['og:video', '/1.mp4'], ['og:description', 'Slow.'])}</head>`,
    );
    expect(readPage(html, PAGE)).toMatchObject({
      title: 'A slow zoom',
      description: 'Slow.',
      contentUrl: 'https://site.test/1.mp4',
      embedUrl: 'https://site.test/embed/1',
    });
  });

  it('does not take a film for a script, nor a picture for a video', () => {
    expect(readPage(metas(['og:video', 'javascript:alert(1)']), PAGE)).toBeUndefined();
    expect(
      readPage(metas(['og:video', '/a.swf'], ['og:video:type', 'application/x-shockwave-flash']), PAGE),
    ).toBeUndefined();
    expect(readPage(metas(['og:type', 'video.movie'], ['og:image', '/1.jpg']), PAGE)).toBeUndefined();
  });
});

describe('hostile pages', () => {
  it('is left where it is nested too deeply', () => {
    const deep = `<meta name="a" content="1">${'<b>'.repeat(1_000_000)}${'</i>'.repeat(500_000)}<meta name="b" content="2">`;
    expect(collectPageData(deep).metas).toEqual([{ name: 'a', content: '1' }]);
  });

  it('does not follow JSON without end', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(readPage(jsonLd(deep, `{"a":${deep}}`, VIDEO), PAGE)).toMatchObject({ title: 'A slow zoom' });
    const blank = `{"@type": "VideoObject", "name": "${' '.repeat(4_000_000)}x", "contentUrl": "/1.mp4"}`;
    expect(readPage(jsonLd(blank), PAGE)?.contentUrl).toBe('https://site.test/1.mp4');
    const wide = JSON.stringify(Array.from({ length: 300_000 }, () => ({})));
    expect(readPage(jsonLd(wide), PAGE)).toBeUndefined();
  });

  it('reads names of the language itself like any other', () => {
    const html = jsonLd(
      '{"__proto__": {"@type": "VideoObject"}, "constructor": 1, "@type": "VideoObject", "contentUrl": "/1.mp4"}',
    );
    expect(readPage(html, PAGE)?.contentUrl).toBe('https://site.test/1.mp4');
    expect(readPage(metas(['__proto__', 'x'], ['og:video', '/1.mp4']), PAGE)?.contentUrl).toBe(
      'https://site.test/1.mp4',
    );
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
      contentUrl: `${site.origin}/good.mp4?edition=good`,
      durationSeconds: 8,
      category: 'Test charts',
    });
  });

  it.each([
    [
      '/page-without-video',
      'no_video',
      'The page has no video that can be read (neither schema.org VideoObject nor Open Graph).',
    ],
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

  it.each([
    ['text/html; charset=windows-1252', ''],
    ['text/html', '<meta charset="windows-1252">'],
    ['', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'],
  ])('minds the charset of %j and %j', async (contentType, meta) => {
    const html = metas(['og:video', '/1.mp4'], ['og:title', 'Größe']).replace('<head>', `<head>${meta}`);
    const page = await fetchPage(PAGE, { fetch: answering(contentType, Buffer.from(html, 'latin1')) });
    expect(page.title).toBe('Größe');
  });
});
