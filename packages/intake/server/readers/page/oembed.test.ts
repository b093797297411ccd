import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { parseEmbedProviders } from '@vesper/library/embeds';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FileAnswer, type FileSite, startFileSite } from '../../../../test/file-site.ts';
import { type HostileSite, startHostileSite } from '../../../../test/hostile-site.ts';
import type { SourceMetadata } from '../source-item.ts';
import { readVideoPage } from './video-page.ts';

let site: FileSite;
/** Another site, that is neither the source nor a provider. */
let stranger: HostileSite;
let fetch: ReturnType<typeof createSafeFetch>;

beforeAll(async () => {
  [site, stranger] = await Promise.all([startFileSite(), startHostileSite()]);
  const allow = parseOutboundAllow(`${site.hostAndPort} ${stranger.hostAndPort}`);
  fetch = createSafeFetch({ allow, userAgent: 'TestBot/1.0' });
});
beforeEach(() => {
  site.files.clear();
  site.requests.length = 0;
  stranger.requests.length = 0;
});
afterAll(async () => {
  await fetch.close();
  await Promise.all([site.close(), stranger.close()]);
});

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json; charset=utf-8' };
const frame = '<iframe src="https://player.test/embed/a1" width="9"></iframe>';
const VIDEO = { version: '1.0', type: 'video', title: 'A slow zoom', html: frame };
const JSON_LINK = '<link rel="alternate" type="application/json+oembed" href="/oembed?url=1">';

/** Reads /watch/1, whose head holds `head` and whose oEmbed answer is `answer`. */
function read(answer: FileAnswer, { head = JSON_LINK, metadata = {} as SourceMetadata } = {}) {
  const body = `<!doctype html><html><head><title>The page</title>${head}</head><body></body></html>`;
  site.files.set('/watch/1', { headers: html, body });
  site.files.set('/oembed?url=1', answer);
  return readFrom('/watch/1', metadata);
}

function readFrom(path: string, metadata: SourceMetadata = {}) {
  const embeds = parseEmbedProviders(
    `test=https://player.test/embed/{id}
     local=${site.origin}/player/{id} local.watch=${site.origin}/local/{id} local.oembed=${site.origin}/ask`,
    { mayBePlain: () => true, isOwn: () => false },
  );
  const signal = AbortSignal.timeout(60_000);
  return readVideoPage(`${site.origin}${path}`, { metadata, delivery: 'embed', embeds, fetch, signal });
}

const answerOf = (fields: object): FileAnswer => ({
  headers: json,
  body: JSON.stringify({ ...VIDEO, ...fields }),
});

describe('an oEmbed answer', () => {
  it('in JSON says what the page does not', async () => {
    const thumbnail_url = '/1.jpg';
    const fields = { author_name: 'A. Painter', thumbnail_url, width: 640, height: '360', duration: 90.4 };
    expect(await read(answerOf(fields))).toEqual({
      ...{ title: 'A slow zoom', description: 'By A. Painter.', tags: [], category: '' },
      ...{ embedUrl: 'https://player.test/embed/a1', thumbnailUrl: `${site.origin}/1.jpg` },
      ...{ durationSeconds: 90, width: 640, height: 360, films: [], notes: [] },
      takenFrom: {
        title: 'oEmbed',
        player: 'oEmbed',
        thumbnail: 'oEmbed',
        duration: 'oEmbed',
        description: 'oEmbed',
      },
    });
  });

  it('in XML says the same', async () => {
    const head = JSON_LINK.replace('json+oembed', 'xml+oembed').replace('application', 'text');
    const body = `<?xml version="1.0" encoding="utf-8"?><oembed><type>rich</type><title>Slow &amp; steady</title>
      <author_name>A. Painter</author_name><html><![CDATA[${frame}]]></html><duration>90</duration></oembed>`;
    expect(await read({ headers: { 'content-type': 'text/xml' }, body }, { head })).toMatchObject({
      title: 'Slow & steady',
      embedUrl: 'https://player.test/embed/a1',
      durationSeconds: 90,
    });
  });

  it('names of several frames the one that a provider has', async () => {
    const several = `<iframe src="https://counter.test/"></iframe><iframe src='//player.test/embed/c3'></iframe>`;
    expect(await read(answerOf({ html: several }))).toMatchObject({ embedUrl: expect.stringMatching(/c3$/) });
  });

  it('is looked for in the head only, where visitors cannot have written it', async () => {
    site.files.set('/watch/1', { headers: html, body: `<head></head><body>${JSON_LINK}</body>` });
    await expect(readFrom('/watch/1')).rejects.toMatchObject({ code: 'no_video' });
  });
});

describe('a hostile oEmbed answer', () => {
  it('has its markup and its control characters taken out', async () => {
    const title = '<b onclick="alert(1)">Slow</b><script>alert(2)</script> \u202ezoom\u0000';
    const page = await read(answerOf({ title, author_name: '<img src=x onerror=alert(3)>A' }));
    expect([page.title, page.description]).toEqual(['Slow zoom', 'By A.']);
  });

  it('keeps nothing of its HTML but the address of a frame', async () => {
    const hostile = `<script>alert(1)</script><iframe srcdoc="<script>alert(2)</script>" onload="alert(3)"
      src="https://player.test/embed/d4?autoplay=1"></iframe><object data="https://evil.test/"></object>`;
    const page = await read(answerOf({ html: hostile, width: '100%', height: -1, duration: 'PT1H<script>' }));
    expect(page).toEqual({
      ...{ title: 'A slow zoom', description: '', tags: [], category: '' },
      embedUrl: 'https://player.test/embed/d4?autoplay=1',
      ...{ films: [], notes: [], takenFrom: { title: 'oEmbed', player: 'oEmbed' } },
    });
  });

  it.each([
    ['a script as its player', { html: '<iframe src="javascript:alert(1)">' }, /contains no frame/],
    [
      'a script for its player',
      { html: '<script src="https://player.test/embed/a1"></script>' },
      /contains no frame/,
    ],
    ['a frame within a text', { html: `<textarea>${frame}</textarea>` }, /contains no frame/],
    ['no html', { html: undefined }, /contains no frame/],
    ['ten thousand elements in each other', { html: '<div>'.repeat(10_000) + frame }, /contains no frame/],
    ['a photo', { type: 'photo', url: 'https://player.test/1.jpg' }, /has the type "photo"/],
  ])('with %s is refused', async (_, fields, sentence) => {
    await expect(read(answerOf(fields))).rejects.toMatchObject({
      code: 'no_video',
      kind: 'permanent',
      message: expect.stringMatching(sentence),
    });
  });

  it.each([
    ['a page', { headers: html, body: '<!doctype html><p>No.</p>' }, 'bad_response'],
    ['a list', { headers: json, body: '[1, 2]' }, 'no_video'],
    [
      'entities of its own',
      { headers: { 'content-type': 'text/xml' }, body: '<!DOCTYPE o [<!ENTITY a "b">]><oembed>&a;</oembed>' },
      'broken_xml',
    ],
    ['10 MB', { headers: json, body: `{"type":"video","x":"${'x'.repeat(10_000_000)}"}` }, 'too_large'],
    ['a refusal', { status: 401, body: 'No.' }, 'http_status'],
  ])('of %s is refused', async (_, answer, code) => {
    await expect(read(answer)).rejects.toMatchObject({ name: 'SourceError', code });
  });

  it.each(['http://10.0.0.1/oembed', 'http://169.254.169.254/latest/'])(
    'at %s is not requested',
    async (address) => {
      const head = JSON_LINK.replace('/oembed?url=1', address);
      await expect(read(answerOf({}), { head })).rejects.toMatchObject({ code: 'private_address' });
    },
  );

  it('on another site is not requested there, by a link or a redirect', async () => {
    const elsewhere = `${stranger.origin}/oembed`;
    const linked = read(answerOf({}), { head: JSON_LINK.replace('/oembed?url=1', elsewhere) });
    await expect(linked).rejects.toMatchObject({ code: 'foreign_host' });
    const redirected = read({ status: 302, headers: { location: elsewhere } });
    await expect(redirected).rejects.toMatchObject({ code: 'foreign_host' });
    const inwards = read({ status: 302, headers: { location: 'http://10.0.0.1/' } });
    await expect(inwards).rejects.toMatchObject({ code: 'private_address' });
    expect(stranger.requests).toEqual([]);
  });
});

describe('the address of a provider', () => {
  const asked = () => `/ask?url=${encodeURIComponent(`${site.origin}/local/x1`)}&format=json`;

  it('is requested from the provider instead of the page', async () => {
    site.files.set(asked(), answerOf({ html: '<iframe src="/player/x1"></iframe>' }));
    expect(await readFrom('/local/x1')).toMatchObject({
      title: 'A slow zoom',
      embedUrl: `${site.origin}/player/x1`,
    });
    expect(site.requests.map(({ path }) => path)).toEqual([asked()]);
  });

  it('is read as a page where the provider answers nonsense', async () => {
    site.files.set(asked(), { headers: json, body: '<' });
    const head = '<title>Page</title><meta property="og:title" content="By its page">';
    site.files.set('/local/x1', { headers: html, body: head });
    expect(await readFrom('/local/x1')).toMatchObject({ title: 'By its page' });
  });

  it('fails if the provider does not know the video', async () => {
    site.files.set(asked(), { status: 404, body: 'No.' });
    await expect(readFrom('/local/x1')).rejects.toMatchObject({ code: 'http_status', status: 404 });
    expect(site.requests).toHaveLength(1);
  });
});
