import { createClient, fetchTransport } from '@vesper/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adoptPlayers } from '../../library/server/videos/adopt-players.ts';
import { testClip } from '../../test/clips.ts';
import { makeSource, makeVideo } from '../../test/factories.ts';
import { editionOf } from '../../test/hostile-videos.ts';
import { type Ingest, startIngest } from '../../test/ingest.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import type { Delivery } from './work.ts';

let source: PlainSource;
let site: TestSite;
let ingest: Ingest;
let clip: Buffer;
let made = 0;

beforeAll(async () => {
  clip = await testClip('good');
  source = await startPlainSource();
  site = await startTestSite({
    OUTBOUND_ALLOW: source.hostAndPort,
    EMBED_PROVIDERS: `Charts=https://player.test/embed/{id} charts.watch=https://charts.test/watch/{id}
      local=${source.origin}/player/{id} local.watch=${source.origin}/local/watch/{id}
      local.oembed=${source.origin}/oembed`,
  });
  ingest = await startIngest(site);
});
afterAll(async () => {
  await ingest.close();
  await site.close();
  await source.close();
});
beforeEach(() => {
  source.asked.length = 0;
});

function addSource(delivery: Delivery, categoryMap: Record<string, string> = {}): Promise<string> {
  return makeSource(site.base.db, { delivery, categoryMap });
}

function putFilm(path: string, headers: Record<string, string> = { 'content-type': 'video/mp4' }): string {
  source.answers.set(path, { headers, body: editionOf(clip, path) });
  return source.origin + path;
}

async function putPicture(path: string, body?: Buffer | string): Promise<string> {
  const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#336699' } });
  source.answers.set(path, {
    headers: { 'content-type': 'image/jpeg' },
    body: body ?? (await picture.jpeg().toBuffer()),
  });
  return source.origin + path;
}

async function pageOf(id: string): Promise<string> {
  const response = await fetch(`${site.url}/video/${id}`);
  expect(response.status).toBe(200);
  return response.text();
}

function videoObjectIn(html: string): Record<string, unknown> {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const things = scripts.map(([, text]) => JSON.parse(text ?? 'null') as Record<string, unknown>);
  return things.find((thing) => thing['@type'] === 'VideoObject') ?? {};
}

describe('a film that stays at its source', () => {
  test('is checked, published with a picture of ours, and played from there', async () => {
    const sourceId = await addSource('remote', { 'test pictures': 'Charts at home' });
    const contentUrl = putFilm('/remote/film.mp4');
    const thumbnailUrl = await putPicture('/remote/film.jpg');
    const job = await ingest.download({
      url: `${source.origin}/remote/1`,
      sourceId,
      externalId: 'film-1',
      metadata: {
        title: 'A remote chart that turns',
        category: 'Test Pictures',
        contentUrl,
        thumbnailUrl,
        durationSeconds: 75.4,
        width: 1280,
        height: 720,
      },
    });
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(source.asked).toEqual([
      { path: '/remote/film.mp4', range: 'bytes=0-511' },
      { path: '/remote/film.jpg', range: undefined },
    ]);
    const video = await site.client.videos.get({ id: job.video_id ?? '' });
    expect(video).toMatchObject({
      kind: 'remote',
      videoUrl: contentUrl,
      embedUrl: null,
      category: 'Charts at home',
      duration: 75,
      width: 1280,
      height: 720,
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      thumbnailUrl: expect.stringMatching(/^\/media\/thumbnail\//),
    });
    const picture = await fetch(site.url + video.thumbnailUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(640);
    expect(await site.client.media.signVideo({ id: video.id })).toEqual({
      signedUrl: contentUrl,
      expiresIn: expect.any(Number),
    });
    const html = await pageOf(video.id);
    expect(videoObjectIn(html)).toMatchObject({ contentUrl, duration: 'PT1M15S' });
    expect(html).toContain(`src="${contentUrl}"`);
    const { rows } = await sql`select external_id from videos where id = ${video.id}`.execute(site.base.db);
    expect(rows).toEqual([{ external_id: 'film-1' }]);
  });

  test.each([
    [
      'a web page',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>No</title>' },
      /a web page/,
    ],
    ['a refusal', { status: 404, body: 'No.' }, /404 Not Found/],
  ])('is not published where its address gives %s', async (name, answer, sentence) => {
    const path = `/remote/${name.replaceAll(' ', '-')}.mp4`;
    source.answers.set(path, answer);
    const job = await ingest.download({
      url: `${source.origin}${path}?page`,
      sourceId: await addSource('remote'),
      metadata: { title: 'A remote chart that is none', contentUrl: source.origin + path },
    });
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence), video_id: null });
  });

  test.each([
    ['a picture of too many pixels', (path: string) => putPicture(path, hugePng())],
    ['a file that is too large', (path: string) => putPicture(path, Buffer.alloc(10_000_001, 'x'))],
    ['at a private address', async () => 'http://10.0.0.1/a.jpg'],
  ])('is published without a picture where that is %s', async (name, pictureAt) => {
    const path = `/posters/${name.replaceAll(' ', '-')}`;
    const contentUrl = putFilm(`${path}.mp4`);
    const job = await ingest.download({
      url: `${contentUrl}?page`,
      sourceId: await addSource('remote'),
      metadata: { title: `Chart beside ${name}`, contentUrl, thumbnailUrl: await pictureAt(path) },
    });
    expect(job).toMatchObject({ status: 'completed' });
    expect(await site.client.videos.get({ id: job.video_id ?? '' })).toMatchObject({ thumbnailUrl: '' });
  });
});

/** A PNG whose header says 30,000 by 30,000 pixels. */
function hugePng(): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300802000000', 'hex');
  return Buffer.concat([header, Buffer.alloc(200)]);
}

test('a film without TLS at its source is refused, and never asked for', async () => {
  const job = await ingest.download({
    url: `${source.origin}/remote/refused`,
    sourceId: await addSource('remote'),
    metadata: { title: 'A remote chart that is refused', contentUrl: 'http://films.test/1.mp4' },
  });
  expect(job).toMatchObject({
    ...{ status: 'failed', video_id: null },
    error: expect.stringMatching(
      /^The film is at films\.test without TLS \(http\), and pages play only https/,
    ),
  });
});

describe('an embedded film', () => {
  test('shows its picture and asks nobody for the film; only provider and id are kept', async () => {
    const embedUrl = 'https://player.test/embed/Ab-1?a=1&b="><script>alert(1)</script>';
    const job = await ingest.download({
      url: `${source.origin}/embed/1`,
      sourceId: await addSource('embed'),
      metadata: {
        title: 'An embedded chart that turns',
        embedUrl,
        thumbnailUrl: await putPicture('/embed/1.jpg'),
        durationSeconds: 12,
      },
    });
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(source.asked.map(({ path }) => path)).toEqual(['/embed/1.jpg']);
    const video = await site.client.videos.get({ id: job.video_id ?? '' });
    const safeUrl = 'https://player.test/embed/Ab-1';
    const embed = { provider: 'Charts', watchUrl: 'https://charts.test/watch/Ab-1' };
    expect(video).toMatchObject({ kind: 'embed', videoUrl: '', embedUrl: safeUrl, embed, duration: 12 });
    const { rows } = await sql`select embed_provider, embed_id, embed_url from videos
      where id = ${video.id}`.execute(site.base.db);
    expect(rows).toEqual([{ embed_provider: 'charts', embed_id: 'Ab-1', embed_url: safeUrl }]);
    const html = await pageOf(video.id);
    expect(html).toContain('Watch at the source');
    expect(html).toMatch(/href="https:\/\/charts\.test\/watch\/Ab-1"[^>]*rel="nofollow noopener noreferrer"/);
    expect(html).not.toMatch(/<iframe/);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toMatch(/<video/);
    expect(html).not.toContain('og:video"');
    const thing = videoObjectIn(html);
    expect(thing).toMatchObject({ embedUrl: safeUrl });
    expect(thing).not.toHaveProperty('contentUrl');
    expect(await site.client.media.signVideo({ id: video.id })).toMatchObject({ signedUrl: '' });
  });

  test.each([
    ['http://elsewhere.test/embed/1', /no https address/],
    ['https://player.test/other/1', /player\.test\/other\/1 does not match the form in EMBED_PROVIDERS/],
    [
      'https://elsewhere.test/embed/1',
      /at elsewhere\.test, which EMBED_PROVIDERS does not list: add it there, as in elsewhere-test=https:\/\/elsewhere\.test\/embed\/\{id\}/,
    ],
  ])('is refused with the player %j', async (embedUrl, sentence) => {
    made += 1;
    const job = await ingest.download({
      url: `${source.origin}/embed/refused-${made}`,
      sourceId: await addSource('embed'),
      metadata: { title: 'An embedded chart that is refused', embedUrl },
    });
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence) });
  });
});

const oembed = {
  ...{ version: '1.0', type: 'video', title: 'A chart by oEmbed', author_name: 'A. Painter' },
  ...{ width: 640, height: 360, duration: 42 },
};

test('a player that the source does not name is asked for by oEmbed at the provider of the page', async () => {
  const page = `${source.origin}/local/watch/lo-3`;
  const asked = `/oembed?url=${encodeURIComponent(page)}&format=json`;
  const answer = {
    ...oembed,
    html: '<script>alert(1)</script><iframe src="/player/lo-3" onload="alert(2)">',
    thumbnail_url: await putPicture('/oembed.jpg'),
  };
  source.answers.set(asked, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  });
  const job = await ingest.download({ url: page, sourceId: await addSource('embed') });
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(source.asked.map(({ path }) => path)).toEqual([asked, '/oembed.jpg']);
  const id = job.video_id ?? '';
  // The player shares this site's host, which may not be framed; by another name it may.
  expect(await site.client.videos.get({ id })).toMatchObject({ embedUrl: null, embed: null });
  const elsewhere = createClient(fetchTransport(site.url.replace('127.0.0.1', 'localhost')));
  expect(await elsewhere.videos.get({ id })).toMatchObject({
    embedUrl: `${source.origin}/player/lo-3`,
    embed: { provider: 'local', watchUrl: page },
    thumbnailUrl: expect.stringMatching(/^\/media\/thumbnail\//),
  });
});

test('embedded films find a provider that was listed later, and others stay as they are', async () => {
  const { db, config } = site.base;
  const made = (embedUrl: string, fields = {}) =>
    makeVideo(db, { kind: 'embed', embed_url: embedUrl, ...fields });
  const ids = [
    await made('https://player.test/embed/old-1?autoplay=1'),
    await made('https://charts.test/watch/old-2', { embed_provider: 'renamed', embed_id: 'x' }),
    await made('https://elsewhere.test/embed/old-3'),
  ];
  await adoptPlayers(db, config.embedProviders, AbortSignal.timeout(60_000));
  const videos = await Promise.all(ids.map((id) => site.client.videos.get({ id })));
  expect(videos.map(({ embedUrl, embed }) => [embedUrl, embed?.provider])).toEqual([
    ['https://player.test/embed/old-1', 'Charts'],
    ['https://player.test/embed/old-2', 'Charts'],
    ['https://elsewhere.test/embed/old-3', undefined],
  ]);
  expect(await adoptPlayers(db, config.embedProviders, AbortSignal.timeout(60_000))).toBe(0);
});

const page = (fields: Record<string, string>) => {
  const thing = { '@context': 'https://schema.org', '@type': 'VideoObject', name: 'A chart', ...fields };
  return `<html><head><script type="application/ld+json">${JSON.stringify(thing)}</script></head></html>`;
};
const html = { 'content-type': 'text/html' };

test.each<[Delivery, Record<string, string>, RegExp]>([
  ['hosted', { embedUrl: 'https://player.test/1' }, /no file to download/],
  ['embed', { contentUrl: 'https://films.test/1.mp4' }, /no player to embed/],
])(
  'a page without anything for the delivery %s fails with a sentence',
  async (delivery, fields, sentence) => {
    const path = `/pages/${delivery}`;
    source.answers.set(path, { headers: html, body: page(fields) });
    const job = await ingest.download({ url: source.origin + path, sourceId: await addSource(delivery) });
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence), video_id: null });
  },
);
