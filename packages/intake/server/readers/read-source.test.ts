import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSource } from './read-source.ts';
import type { SourceEntry } from './source-item.ts';
import { entriesOf, openFileSite } from './test/file-source.ts';

const { site, fetch } = await openFileSite();

function read(kind: string, path = '/file', signal = new AbortController().signal) {
  return entriesOf(readSource({ kind, baseUrl: `${site.origin}${path}` }, { fetch, signal }));
}

const FILES: Record<string, string> = {
  sitemap: '<urlset><url><loc>/watch/1</loc></url></urlset>',
  feed: '<rss><channel><item><link>http://other.test/watch/1</link></item></channel></rss>',
  list: 'url\nhttp://other.test/watch/1\n',
};
const kinds = Object.keys(FILES);

describe('a source', () => {
  it.each(kinds.filter((kind) => kind !== 'sitemap'))('that is a %s may name other sites', async (kind) => {
    site.files.set('/file', { body: FILES[kind] ?? '' });
    expect((await read(kind))[0]).toMatchObject({ type: 'item', loc: 'http://other.test/watch/1' });
  });

  it.each(['page', 'ytdlp'])('that is a %s is its own address, and asks for nothing', async (kind) => {
    expect(await read(kind, '/watch/1')).toEqual([
      { type: 'item', loc: `${site.origin}/watch/1`, metadata: null },
    ]);
    expect(site.requests).toEqual([]);
    const bad = readSource({ kind, baseUrl: 'ftp://x/' }, { fetch, signal: new AbortController().signal });
    await expect(bad.next()).rejects.toThrow(SourceError);
  });

  it('of another kind cannot be read', async () => {
    await expect(read('other')).rejects.toThrow('Sources of the kind "other" cannot be read.');
  });
});

describe('a file', () => {
  it.each(kinds)('of the kind %s says that it was read, with its validators', async (kind) => {
    const lastModified = 'Tue, 03 Feb 2026 04:05:06 GMT';
    const headers = { etag: 'W/"7"', 'last-modified': lastModified };
    site.files.set('/file', { body: FILES[kind] ?? '', headers });
    const entries = await read(kind);
    expect(entries.map(({ type }) => type)).toEqual(['item', 'file_read']);
    expect(entries[1]).toEqual({
      type: 'file_read',
      url: `${site.origin}/file`,
      etag: 'W/"7"',
      lastModified,
    });
  });

  it.each(kinds)('of the kind %s that failed does not say that it was read', async (kind) => {
    site.files.set('/file', { status: 503 });
    expect(await read(kind)).toEqual([
      {
        type: 'problem',
        url: `${site.origin}/file`,
        code: 'http_status',
        kind: 'transient',
        message: 'The address answered 503 Service Unavailable.',
      },
    ]);
  });

  it('of an index of sitemaps is said to be read for each of its lists, not for itself', async () => {
    site.files.set('/file', {
      body: '<sitemapindex><sitemap><loc>/a.xml</loc></sitemap><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>',
      headers: { etag: '"index"' },
    });
    site.files.set('/a.xml', { body: FILES.sitemap ?? '', headers: { etag: '"a"' } });
    site.files.set('/b.xml', { status: 304 });
    const entries = await read('sitemap');
    expect(entries.slice(1)).toEqual([
      { type: 'file_read', url: `${site.origin}/a.xml`, etag: '"a"' },
      { type: 'unchanged', url: `${site.origin}/b.xml` },
    ]);
  });

  it.each(kinds)('of the kind %s is left at the reason of the signal', async (kind) => {
    const controller = new AbortController();
    const stop = new Error('The worker stops.');
    site.files.set('/file', { body: FILES[kind] ?? '' });
    controller.abort(stop);
    await expect(read(kind, '/file', controller.signal)).rejects.toBe(stop);
  });
});

describe('any bytes', () => {
  /** A fetch whose only answer is these bytes, in small pieces. */
  const answering =
    (bytes: Uint8Array): SafeFetch =>
    async (url) => ({
      url,
      status: 200,
      headers: {},
      body: (async function* () {
        for (let start = 0; start < bytes.length; start += 9) yield bytes.subarray(start, start + 9);
      })(),
      discard: () => undefined,
    });
  const MARKUP =
    '<rss> <feed> <channel> <item> </item> <link> </link> <urlset> <url> <loc> </loc> </url> <!DOCTYPE';
  const OTHERS =
    '<![CDATA[ ]]> &amp; &x; &#x0; http://a.test/ url title , ; " "" {"url": "http://a.test/" } [ />';
  const pieces = fc.constantFrom(
    ...MARKUP.split(' '),
    ...OTHERS.split(' '),
    ...['\t', '\n', '\r\n', '\0', '\ufeff', '\ud800', '" '],
    ...['<media:content url="', 'xml:base="', '<?xml version="1.0" encoding="'],
  );
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from([0x1f, 0x8b]), bytes])),
  );

  it.each(kinds)('as a %s give entries, and nothing is thrown', async (kind) => {
    const signal = new AbortController().signal;
    await fc.assert(
      fc.asyncProperty(garbage, async (bytes) => {
        const source = { kind, baseUrl: 'http://site.test/file' };
        let last: SourceEntry | undefined;
        for await (const entry of readSource(source, { fetch: answering(bytes), signal })) {
          if (entry.type === 'item') expect(entry.loc).toMatch(/^https?:\/\//);
          if (entry.type === 'problem') expect(entry.message).toMatch(/^["A-Z].*\.$/s);
          last = entry;
        }
        expect(last?.type).toMatch(/^(?:file_read|problem)$/);
      }),
      { numRuns: 100 },
    );
  });
});
