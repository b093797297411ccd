import { describe, expect, it } from 'vitest';
import type { FileAnswer } from '../../../../test/file-site.ts';
import { collect, openFileSite, toAnswer } from '../test/file-source.ts';
import { type FeedLimits, readFeed } from './feed.ts';

const { site, fetch } = await openFileSite();

function read(answer: string | Buffer | FileAnswer, limits: Partial<FeedLimits> = {}) {
  site.files.set('/feed', toAnswer(answer));
  return collect(readFeed(`${site.origin}/feed`, { fetch, limits }));
}

const rss = (items: string, channel = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel><title>Gradients</title>${channel}<image><link>http://picture.test/</link></image>${items}</channel></rss>`;

const item = (number: number, inside = '') =>
  `<item><title>Gradient ${number}</title><link>http://site.test/watch/${number}</link>${inside}</item>`;

describe('RSS', () => {
  const FULL = rss(
    `<item>
      <title>A slow &amp;amp; &lt;b&gt;wide&lt;/b&gt; zoom</title>
      <link>http://site.test/watch/1?a=1&amp;b=2</link>
      <guid isPermaLink="false">clip-0001</guid>
      <pubDate>Tue, 03 Feb 2026 04:05:06 +0100</pubDate>
      <description><![CDATA[<p>Line one.</p><p>Line &lt;two&gt;.</p><script>alert(1)</script>]]></description>
      <category>Fractals</category><category domain="x">Zooms</category>
      <media:group>
        <media:content url="http://cdn.test/1.jpg" medium="image" width="640" height="360"/>
        <media:content url="http://cdn.test/360.mp4" type="video/mp4" width="640" height="360" duration="90"/>
        <media:content url="http://cdn.test/1080.webm" type="video/webm" width="1920" height="1080" duration="91"/>
        <media:content url="http://cdn.test/2160.mov" type="video/quicktime" width="3840" height="2160"/>
        <media:content url="http://cdn.test/all.m3u8" type="application/vnd.apple.mpegurl" medium="video" height="4320"/>
        <media:content url="http://cdn.test/4320.mp4" type="video/mp4" height="4320" expression="sample"/>
        <media:player url="http://site.test/embed/1"/>
        <media:thumbnail url="http://cdn.test/thumb.jpg" width="320"/>
        <media:keywords>zoom, Mandelbrot ,ZOOM</media:keywords>
      </media:group>
    </item>`,
  );
  const EXPECTED = {
    type: 'item',
    loc: 'http://site.test/watch/1?a=1&b=2',
    externalId: 'clip-0001',
    metadata: {
      title: 'A slow & wide zoom',
      description: 'Line one.\nLine <two>.',
      tags: ['zoom', 'Mandelbrot', 'Zooms'],
      category: 'Fractals',
      contentUrl: 'http://cdn.test/1080.webm',
      streamUrl: 'http://cdn.test/all.m3u8',
      embedUrl: 'http://site.test/embed/1',
      thumbnailUrl: 'http://cdn.test/thumb.jpg',
      durationSeconds: 91,
      width: 1920,
      height: 1080,
      publishedAt: '2026-02-03T03:05:06.000Z',
    },
  };

  it.each([
    ['plain', Buffer.from(FULL)],
    ['without declared prefixes', Buffer.from(FULL.replace(/xmlns:\w+="[^"]*"/g, ''))],
    [
      'with a prefix of its own',
      Buffer.from(FULL.replace(/\bmedia:/g, 'm:').replace('xmlns:media', 'xmlns:m')),
    ],
  ])('with Media RSS is read, %s', async (_name, bytes) => {
    const { items, problems, read: files } = await read(bytes);
    expect(problems).toEqual([]);
    expect(items).toEqual([EXPECTED]);
    expect(files).toHaveLength(1);
  });

  it('of a WordPress export is read without drafts, attachments and private posts', async () => {
    const post = (number: number, status: string, password = '') =>
      item(
        number,
        `<wp:status>${status}</wp:status><wp:post_password><![CDATA[${password}]]></wp:post_password>`,
      );
    const posts = [
      ...[post(1, 'publish'), post(2, 'draft'), post(3, 'private'), post(4, 'inherit'), post(5, 'future')],
      ...[post(6, 'publish', 'secret'), post(7, '<![CDATA[publish]]>')],
    ];
    const { items, problems } = await read(rss(posts.join('')));
    expect(items.map(({ loc }) => loc)).toEqual(['http://site.test/watch/1', 'http://site.test/watch/7']);
    expect(problems).toEqual([]);
  });

  it.each([
    ['the enclosure', '<enclosure url="http://cdn.test/whole.mp4" type="video/mp4"/>', 'whole.mp4'],
    ['the playlist', '<enclosure url="http://cdn.test/1080.mp4" type="video/mp4"/>', 'master.m3u8'],
  ])('that names picture and sound apart is read by %s', async (_name, enclosure, film) => {
    const content = (file: string, type: string) =>
      `<media:content url="http://cdn.test/${file}" type="${type}" height="${Number.parseInt(file, 10) || 0}"/>`;
    const group = `${content('1080.mp4', 'video/mp4')}${content('480.mp4', 'video/mp4')}${content('0.mp4', 'audio/mp4')}`;
    const playlist = content('master.m3u8', 'application/x-mpegURL');
    const { items } = await read(rss(item(1, `<media:group>${group}${playlist}</media:group>${enclosure}`)));
    expect(items[0]?.metadata?.contentUrl).toBe(`http://cdn.test/${film}`);
  });

  it('with an enclosure and iTunes fields is read', async () => {
    const { items } = await read(
      rss(`<item><title>Cells</title><guid>http://site.test/watch/7</guid>
        <enclosure url="http://cdn.test/7.mp4" type="video/mp4" length="1234"/>
        <itunes:duration>1:02:03</itunes:duration><itunes:image href="http://cdn.test/7.jpg"/>
        <itunes:summary>Rule 30.</itunes:summary><itunes:keywords>cells,rule</itunes:keywords></item>`),
    );
    expect(items).toEqual([
      {
        type: 'item',
        loc: 'http://site.test/watch/7',
        externalId: 'http://site.test/watch/7',
        metadata: {
          title: 'Cells',
          description: 'Rule 30.',
          tags: ['cells', 'rule'],
          contentUrl: 'http://cdn.test/7.mp4',
          thumbnailUrl: 'http://cdn.test/7.jpg',
          durationSeconds: 3_723,
        },
      },
    ]);
  });

  it.each([
    ['an audio file', '<enclosure url="http://cdn.test/a.mp3" type="audio/mpeg"/>', undefined],
    ['a picture', '<enclosure url="http://cdn.test/a.jpg" type="image/jpeg"/>', undefined],
    ['a web page', '<media:content url="http://cdn.test/a.mp4" type="text/html" medium="video"/>', undefined],
    ['a script', '<media:content url="javascript:alert(1)//.mp4" type="video/mp4"/>', undefined],
    ['a file by its name', '<media:content url="http://cdn.test/a.mp4?x=1"/>', 'http://cdn.test/a.mp4?x=1'],
    ['a file by its medium', '<media:content url="http://cdn.test/a" medium="video"/>', 'http://cdn.test/a'],
    [
      'the default of two alike',
      '<media:content url="http://cdn.test/a.mp4"/><media:content url="http://cdn.test/b.mp4" isDefault="true"/>',
      'http://cdn.test/b.mp4',
    ],
    [
      'the one with more bits',
      '<media:content url="http://cdn.test/a.mp4" bitrate="500"/><media:content url="http://cdn.test/b.mp4" bitrate="900"/>',
      'http://cdn.test/b.mp4',
    ],
  ])('takes %s for what it is', async (_name, inside, contentUrl) => {
    const { items } = await read(rss(item(1, inside)));
    expect(items[0]?.metadata?.contentUrl).toBe(contentUrl);
  });

  it('counts relative addresses from xml:base, else from the link of the channel', async () => {
    const one = '<item><link>watch/1</link><enclosure url="1.mp4" type="video/mp4"/></item>';
    const channel = await read(rss(one, '<link>http://site.test/videos/</link>'));
    expect(channel.items[0]).toMatchObject({
      loc: 'http://site.test/videos/watch/1',
      metadata: { contentUrl: 'http://site.test/videos/1.mp4' },
    });
    const base = await read(rss(one.replace('<item>', '<item xml:base="http://base.test/a/">')));
    expect(base.items[0]).toMatchObject({
      loc: 'http://base.test/a/watch/1',
      metadata: { contentUrl: 'http://base.test/a/1.mp4' },
    });
    const neither = await read(rss(one));
    expect(neither.items[0]?.loc).toBe(`${site.origin}/watch/1`);
  });

  it('1.0 is read, whose items stand beside the channel', async () => {
    const { items } = await read(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://site.test/"><link>http://site.test/</link></channel>
        <item rdf:about="http://site.test/watch/1"><title>One</title><link>http://site.test/watch/1</link><dc:subject>Cells</dc:subject></item>
        <item rdf:about="http://site.test/watch/2"><title>Two</title></item></rdf:RDF>`,
    );
    expect(items).toEqual([
      { type: 'item', loc: 'http://site.test/watch/1', metadata: { title: 'One', category: 'Cells' } },
      { type: 'item', loc: 'http://site.test/watch/2', metadata: { title: 'Two' } },
    ]);
  });

  it('continues after an unusable entry', async () => {
    const { items, problems } = await read(
      rss(
        [
          '<item><title>No address</title></item>',
          '<item><link>ftp://site.test/1</link></item>',
          '<item><link>http://user:word@site.test/1</link></item>',
          `<item><link>http://site.test/${'x'.repeat(10_000)}</link></item>`,
          item(5),
        ].join(''),
      ),
    );
    expect(items.map(({ loc }) => loc)).toEqual(['http://site.test/watch/5']);
    expect(problems).toEqual([
      'An entry "No address" of the feed was skipped. It has no address.',
      '"ftp://site.test/1" is not an http or https address.',
      'An address with a user name or a password in it is not accepted.',
      'An address of 10017 characters is longer than the 2000 allowed.',
    ]);
  });
});

describe('Atom', () => {
  it('is read with its links, categories and texts', async () => {
    const { items, problems } = await read(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://site.test/a/"><title>All</title>
        <link rel="self" href="/feed"/><author><name>Nobody</name></author>
        <entry xml:base="b/"><title>x &lt; y &amp; z</title><id>urn:uuid:1</id><updated>2026-02-03T00:00:00Z</updated>
          <link rel="enclosure" type="video/mp4" href="1.mp4"/><link rel="alternate" type="application/json" href="1.json"/>
          <link href="1"/><category term="fractals" label="Fractals"/><category term="slow"/>
          <summary type="html">A &lt;i&gt;slow&lt;/i&gt; turn.</summary></entry>
        <entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Two <b>words</b></div></title>
          <id>http://site.test/watch/2</id><content type="xhtml"><div><p>One.</p><p>Two.</p></div></content></entry></feed>`,
    );
    expect(problems).toEqual([]);
    expect(items).toEqual([
      {
        type: 'item',
        loc: 'http://site.test/a/b/1',
        externalId: 'urn:uuid:1',
        metadata: {
          title: 'x < y & z',
          description: 'A slow turn.',
          tags: ['slow'],
          category: 'Fractals',
          contentUrl: 'http://site.test/a/b/1.mp4',
          publishedAt: '2026-02-03T00:00:00.000Z',
        },
      },
      {
        type: 'item',
        loc: 'http://site.test/watch/2',
        externalId: 'http://site.test/watch/2',
        metadata: { title: 'Two words', description: 'One.\nTwo.' },
      },
    ]);
  });
});

describe('a feed in pages', () => {
  const page = (number: number, next: string) =>
    rss(item(number), `<atom:link rel="next" href="${next.replace('&', '&amp;')}"/>`);

  it('is read to its end, and reported as read once, with the validators of its first page', async () => {
    site.files.set('/feed?page=2', { body: page(2, '/feed?page=3'), headers: { etag: '"two"' } });
    site.files.set('/feed?page=3', { body: rss(item(3)) });
    const lastModified = 'Tue, 03 Feb 2026 04:05:06 GMT';
    const {
      items,
      problems,
      read: files,
    } = await read({
      body: page(1, '/feed?page=2'),
      headers: { etag: '"one"', 'last-modified': lastModified },
    });
    expect(items.map(({ loc }) => loc.at(-1))).toEqual(['1', '2', '3']);
    expect(problems).toEqual([]);
    expect(files).toEqual([{ type: 'file_read', url: `${site.origin}/feed`, etag: '"one"', lastModified }]);
  });

  it('that never ends is left after 50 pages', async () => {
    site.fallback = (path) => {
      const number = Number(path.split('=')[1] ?? 0);
      return { body: page(number, `/feed?page=${number + 1}`) };
    };
    const { items, problems } = await read(page(0, '/feed?page=1'));
    expect(items).toHaveLength(50);
    expect(site.requests).toHaveLength(50);
    expect(problems).toEqual(['The feed has more than 50 pages; the rest of it was not read.']);
  });

  it.each([
    ['http://10.0.0.1/feed', 'The feed continues on another site (10.0.0.1), which is not read.'],
    ['javascript:alert(1)', 'The feed continues on another site (), which is not read.'],
    ['/missing', 'The address answered 404 Not Found.'],
  ])('is not followed to %s', async (next, problem) => {
    const { items, problems, read: files } = await read(page(1, next));
    expect(items).toHaveLength(1);
    expect(problems).toEqual([problem]);
    expect(files).toEqual([]);
  });
});

describe('hostile feeds', () => {
  const LAUGHS = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">
    <!ENTITY c "&b;&b;&b;&b;">]>${rss('<item><title>&c;</title></item>').replace(/<\?.*?\?>/, '')}`;

  it.each([
    ['a billion laughs', LAUGHS, 'The feed has a document type declaration, which is not accepted.'],
    [
      'an external entity',
      '<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss/>',
      'The feed has a document type declaration, which is not accepted.',
    ],
    ['a web page', '<!doctype html><html></html>', 'The address returned a web page, not a feed.'],
    ['a sitemap', '<urlset></urlset>', 'The file is not a feed: its outermost element is <urlset>.'],
  ])('with %s is a problem and nothing else', async (_name, body, message) => {
    const { items, problems, read: files } = await read(body);
    expect(items).toEqual([]);
    expect(problems).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
    expect(files).toEqual([]);
  });

  it('bounds what one entry may hold', async () => {
    const many = `<media:category>${'y'.repeat(999)}</media:category>`.repeat(5_000);
    const { items } = await read(rss(item(1, `<description>${'x'.repeat(200_000)}</description>${many}`)));
    expect(items[0]?.metadata?.description).toHaveLength(10_000);
    expect(items[0]?.metadata?.category).toHaveLength(60);
  });

  it('gives 50,000 entries of a file and says that there are more', async () => {
    const { items, problems } = await read(rss('<item><link>/a</link></item>'.repeat(50_001)));
    expect(items).toHaveLength(50_000);
    expect(problems).toEqual(['The feed has more than 50,000 entries; the rest of it was not read.']);
  });

  it('is in the charset that it says, or that the server says', async () => {
    const text = rss('<item><title>Caf\u00e9</title><link>/a</link></item>');
    const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    expect((await read(latin)).items[0]?.metadata?.title).toBe('Caf\u00e9');
    const headers = { 'content-type': 'text/xml; charset=iso-8859-1' };
    expect((await read({ body: Buffer.from(text, 'latin1'), headers })).items[0]?.metadata?.title).toBe(
      'Caf\u00e9',
    );
    const wrong = await read(Buffer.from(text, 'latin1'));
    expect(wrong.items[0]?.metadata?.title).toBe('Caf\ufffd');
    const unknown = await read({ body: text, headers: { 'content-type': 'text/xml; charset=x-none' } });
    expect(unknown.items[0]?.metadata?.title).toBe('Caf\u00e9');
    const lying = await read(text.replace('UTF-8', 'UTF-16'));
    expect(lying.items[0]?.metadata?.title).toBe('Caf\u00e9');
  });
});
