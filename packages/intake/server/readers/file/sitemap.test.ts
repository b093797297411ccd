import { gzipSync } from 'node:zlib';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch, type SafeFetch, type SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileSite, startHostileSite } from '../../../../test/hostile-site.ts';
import { limitProblems, type SourceItem, type SourceProblem } from '../source-item.ts';
import { type SitemapLimits, type SitemapOptions, sitemapFiles } from './sitemap.ts';
import { readSitemapParts } from './sitemap-file.ts';
import type { FileNotice } from './source-file.ts';

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

const readSitemap = (url: string, options: SitemapOptions) =>
  limitProblems<SourceItem | FileNotice>(url, partsOf(url, options), options.limits?.maxProblems);

async function* partsOf(url: string, options: SitemapOptions) {
  const files = sitemapFiles(url, options);
  for (let file = await files.next(); file; file = await files.next()) yield* file.parts();
}

interface Collected {
  pages: SourceItem[];
  problems: SourceProblem[];
}

async function collect(
  url: string,
  limits: Partial<SitemapLimits> = {},
  from: SafeFetch = fetch,
): Promise<Collected> {
  const collected: Collected = { pages: [], problems: [] };
  for await (const entry of readSitemap(url, { fetch: from, limits })) {
    if (entry.type === 'item') collected.pages.push(entry);
    else if (entry.type === 'problem') collected.problems.push(entry);
  }
  return collected;
}

const read = (name: string, limits?: Partial<SitemapLimits>) =>
  collect(`${site.origin}/sitemap-${name}`, limits);

/** A fetch whose only answer is this body, in pieces of this many bytes. */
function fixedFetch(body: string | Buffer, pieceBytes = 7): SafeFetch {
  const bytes = Buffer.from(body);
  return async (url) => {
    async function* pieces() {
      for (let start = 0; start < bytes.length; start += pieceBytes)
        yield bytes.subarray(start, start + pieceBytes);
    }
    const response: SafeResponse = {
      url,
      status: 200,
      headers: {},
      body: pieces(),
      discard: () => undefined,
    };
    return response;
  };
}

const VIDEO_SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
  xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
 <url>
  <loc> http://www.site.test/watch/1?a=1&amp;b=2 </loc>
  <lastmod>2026-03-01T10:00:00+02:00</lastmod>
  <image:image><image:loc>http://site.test/picture.png</image:loc></image:image>
  <video:video>
   <video:thumbnail_loc>/thumbs/1.jpg</video:thumbnail_loc>
   <video:title><![CDATA[A <slow>   zoom]]> &amp; more &#169;</video:title>
   <video:description>Line one.
Line two.</video:description>
   <video:content_loc>http://cdn.test/1.mp4</video:content_loc>
   <video:player_loc allow_embed="yes">http://site.test/embed/1</video:player_loc>
   <video:duration>61</video:duration>
   <video:publication_date>2026-02-03</video:publication_date>
   <video:tag>Zoom</video:tag><video:tag>zoom</video:tag><video:tag> Fractal </video:tag>
   <video:category>Fractals</video:category>
   <video:requires_subscription>yes</video:requires_subscription>
   <video:price currency="EUR">1.99</video:price>
  </video:video>
  <video:video><video:title>Another</video:title></video:video>
 </url>
 <url><loc>http://site.test/watch/2</loc></url>
</urlset>`;

const EXPECTED_VIDEO_PAGE = {
  type: 'item',
  loc: 'http://www.site.test/watch/1?a=1&b=2',
  lastmod: new Date('2026-03-01T08:00:00Z'),
  metadata: {
    title: 'A <slow> zoom & more ©',
    description: 'Line one.\nLine two.',
    thumbnailUrl: 'http://www.site.test/thumbs/1.jpg',
    contentUrl: 'http://cdn.test/1.mp4',
    embedUrl: 'http://site.test/embed/1',
    durationSeconds: 61,
    publishedAt: '2026-02-03T00:00:00.000Z',
    tags: ['Zoom', 'Fractal'],
    category: 'Fractals',
    requiresSubscription: true,
  },
};

describe('what a sitemap says', () => {
  it.each([
    ['plain', Buffer.from(VIDEO_SITEMAP)],
    ['packed', gzipSync(VIDEO_SITEMAP)],
    ['UTF-16', Buffer.from(`\uFEFF${VIDEO_SITEMAP}`, 'utf16le')],
    ['with a byte order mark', Buffer.from(`\uFEFF${VIDEO_SITEMAP}`)],
    ['without declared prefixes', Buffer.from(VIDEO_SITEMAP.replace(/xmlns:\w+="[^"]*"/g, ''))],
    ['with a prefix of its own', Buffer.from(prefixed(VIDEO_SITEMAP))],
  ])('is read with the video extension, %s', async (_name, bytes) => {
    for (const pieceBytes of [1, 4_096]) {
      const { pages, problems } = await collect('http://site.test/map', {}, fixedFetch(bytes, pieceBytes));
      expect(problems).toEqual([]);
      expect(pages).toEqual([
        EXPECTED_VIDEO_PAGE,
        { type: 'item', loc: 'http://site.test/watch/2', metadata: null },
      ]);
    }
  });

  it('is read through an index, in its order, and a bad file does not end it', async () => {
    const { pages, problems } = await read('index.xml');
    expect(pages.map(({ loc }) => loc.slice(site.origin.length)).slice(0, 4)).toEqual([
      '/watch/good',
      '/watch/video-half-then-resume',
      '/watch/good',
      '/watch/video-half',
    ]);
    expect(problems).toEqual([
      {
        type: 'problem',
        url: `${site.origin}/sitemap-missing.xml`,
        code: 'http_status',
        kind: 'permanent',
        message: 'The address answered 404 Not Found.',
      },
      expect.objectContaining({ url: `${site.origin}/sitemap-broken.xml`, code: 'broken_xml' }),
    ]);
  });

  it('can be had file by file, with the files that an index names', async () => {
    const entries = [];
    for await (const part of readSitemapParts(`${site.origin}/sitemap-index.xml`, { fetch }))
      entries.push(...[part].flat());
    // Not that it was read: that an index is unchanged says nothing of its files.
    expect(entries.map((entry) => entry.type)).toEqual(['child', 'child', 'child', 'child']);
  });
});

describe('hostile sitemaps', () => {
  const one = (problems: SourceProblem[]) => problems.map(({ message }) => message);

  it('counts what came before broken XML', async () => {
    const { pages, problems } = await read('broken.xml');
    expect(pages.map(({ loc }) => loc)).toEqual([
      `${site.origin}/watch/good`,
      `${site.origin}/watch/video-half`,
    ]);
    expect(one(problems)).toEqual([
      expect.stringMatching(/^The sitemap is not well-formed XML \(line 4, column \d+\)\.$/),
    ]);
    expect(problems[0]).toMatchObject({ code: 'broken_xml', kind: 'permanent' });
  });

  it('detects one that lists itself', async () => {
    const { pages, problems } = await read('self.xml');
    expect(one(problems)).toEqual(['The sitemap lists itself.']);
    expect(pages).toHaveLength(2);
  });

  it('detects a loop', async () => {
    const { pages, problems } = await read('cycle-a.xml');
    expect(one(problems)).toEqual([
      `The sitemaps list each other in a loop (${site.origin}/sitemap-cycle-a.xml).`,
    ]);
    expect(pages).toHaveLength(2);
  });

  it('refuses indexes that are nested too deeply', async () => {
    const { pages, problems } = await read('deep-1.xml');
    expect(one(problems)).toEqual(['Sitemap indexes are nested more than 2 deep.']);
    expect(problems[0]?.url).toBe(`${site.origin}/sitemap-deep-3.xml`);
    expect(pages).toHaveLength(2);
    expect(one((await read('deep-2.xml', { maxDepth: 1 })).problems)).toEqual([
      'Sitemap indexes are nested more than 1 deep.',
    ]);
  });

  it.each([
    ['entities.xml', 'The sitemap has a document type declaration, which is not accepted.'],
    [
      'entity-in-text.xml',
      expect.stringMatching(/^The sitemap is not well-formed XML \(line 3, column \d+\)\.$/),
    ],
    ['html.xml', 'The address returned a web page, not a sitemap.'],
    ['feed.xml', 'The file is not a sitemap: its outermost element is <rss>.'],
    ['empty.xml', 'The sitemap is empty.'],
    ['comment.xml', 'The sitemap contains a single piece of more than 256 KB.'],
    ['nested.xml', 'The sitemap is nested too deeply.'],
    ['none.xml', 'The address answered 404 Not Found.'],
  ])('%s is a problem and nothing else', async (name, message) => {
    const { pages, problems } = await read(name);
    expect(pages).toEqual([]);
    expect(one(problems)).toEqual([message]);
  });

  it('skips addresses that are too long, elsewhere, or none', async () => {
    const long = await read('long.xml');
    const length = `${site.origin}/watch/${'x'.repeat(2_000)}`.length;
    expect(one(long.problems)).toEqual([
      `An address of ${length} characters is longer than the 2000 allowed.`,
    ]);
    expect(long.pages).toHaveLength(1);
    const tenKilobytes = `<urlset><url><loc>http://site.test/${'x'.repeat(10_000)}</loc></url><url><loc>/a</loc></url></urlset>`;
    const longer = await collect('http://site.test/map', {}, fixedFetch(tenKilobytes, 1_000));
    expect(one(longer.problems)).toEqual(['An address of 10017 characters is longer than the 2000 allowed.']);
    expect(longer.pages.map(({ loc }) => loc)).toEqual(['http://site.test/a']);
    const foreign = await read('foreign.xml');
    expect(foreign.pages).toHaveLength(1);
    expect(one(foreign.problems)).toEqual([
      'http://other.example/watch/1 belongs to another site.',
      '"ftp://x/" is not an http or https address.',
      '"http://" is not an address.',
    ]);
  });

  it('does not follow the file itself to another site', async () => {
    const other = await startHostileSite();
    const both = createSafeFetch({
      allow: parseOutboundAllow(`${site.hostAndPort} ${other.hostAndPort}`),
      userAgent: 'TestBot/1.0',
    });
    const to = encodeURIComponent(`${other.origin}/sitemap-good.xml`);
    const { pages, problems } = await collect(`${site.origin}/redirect?to=${to}`, {}, both);
    expect(pages).toEqual([]);
    expect(one(problems)).toEqual([
      `The sitemap leads to another site (${other.hostAndPort}), which is not read.`,
    ]);
    await both.close();
    await other.close();
  });

  it('gives 50,000 addresses of a file and says that there are more', async () => {
    const { pages, problems } = await read('50001.xml');
    expect(pages).toHaveLength(50_000);
    expect(one(problems)).toEqual([
      'The sitemap lists more than 50,000 addresses; the rest of it was not read.',
    ]);
  });

  it('stops unpacking a bomb early', async () => {
    const { pages, problems } = await read('bomb.xml.gz');
    expect(one(problems)).toEqual(['The file unpacks to more than 250 times its size, which is refused.']);
    expect(problems[0]).toMatchObject({ code: 'too_large', kind: 'permanent' });
    expect(pages.length).toBeLessThan(100);
    const byeSize = await read('bomb.xml.gz', { maxRatio: 1e9, maxFileBytes: 3_000_000 });
    expect(one(byeSize.problems)).toEqual(['The file is larger than the 3.0 MB allowed.']);
  });

  it('reads only so many files', async () => {
    const files = Array.from({ length: 9 }, (_, number) => `<sitemap><loc>/${number}.xml</loc></sitemap>`);
    const index = fixedFetch(`<sitemapindex>${files.join('')}</sitemapindex>`, 500);
    const list = fixedFetch('<urlset><url><loc>/a</loc></url></urlset>');
    const either: SafeFetch = (url, options) => (url.endsWith('map') ? index : list)(url, options);
    const { pages, problems } = await collect('http://site.test/map', { maxFiles: 4 }, either);
    expect(pages).toHaveLength(3);
    expect(problems).toHaveLength(6);
    expect(problems[0]?.message).toBe('http://site.test/3.xml exceeds the allowed number of sitemap files.');
  });
});

/** The same sitemap with a prefix for the elements of sitemaps.org. */
function prefixed(xml: string): string {
  return xml.replace(/<(\/?)(urlset|url|loc|lastmod)\b/g, '<$1sm:$2').replace('xmlns=', 'xmlns:sm=');
}
