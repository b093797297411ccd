import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanNow } from '../main/cleaning.ts';
import { type Bringing, startBringing } from '../test/bringing.ts';
import { testClip } from '../test/clips.ts';
import { makeSource } from '../test/factories.ts';
import { editionOf } from '../test/hostile-videos.ts';
import { type PlainSource, startPlainSource } from '../test/plain-source.ts';
import { startTestSite, type TestSite } from '../test/site.ts';
import type { Delivery } from './work.ts';

let source: PlainSource;
let site: TestSite;
let bringing: Bringing;
let clip: Buffer;
let made = 0;

beforeAll(async () => {
  clip = await testClip('good');
  source = await startPlainSource();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
  bringing = await startBringing(site);
});
afterAll(async () => {
  await bringing.close();
  await site.close();
  await source.close();
});
beforeEach(() => {
  source.asked.length = 0;
});

function addSource(delivery: Delivery, categoryMap: Record<string, string> = {}): Promise<string> {
  return makeSource(site.base.db, { delivery, categoryMap });
}

/** A film with bytes of its own. */
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

async function storedKeys(): Promise<string[]> {
  await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
  const keys: string[] = [];
  for await (const { key } of site.storage.list()) keys.push(key);
  return keys;
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
  test('is looked at, published with a picture of ours, and played from there', async () => {
    const sourceId = await addSource('remote', { 'test pictures': 'Charts at home' });
    const contentUrl = putFilm('/remote/film.mp4');
    const thumbnailUrl = await putPicture('/remote/film.jpg');
    const job = await bringing.bring({
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
    const keys = (await storedKeys()).filter((key) => key.includes(video.id));
    expect(
      keys
        .map((key) =>
          key
            .replace(/-[0-9a-f]{12}\./, '.')
            .split('/')
            .at(-1),
        )
        .sort(),
    ).toEqual(
      [320, 640, 1280].flatMap((width) => [`thumbnail-${width}.avif`, `thumbnail-${width}.webp`]).sort(),
    );
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
    [
      'a web page in disguise',
      { headers: { 'content-type': 'video/mp4' }, body: '<html><body>' },
      /a web page/,
    ],
    [
      'something else',
      { headers: { 'content-type': 'application/octet-stream' }, body: 'words' },
      /does not begin like/,
    ],
    ['nothing', { headers: { 'content-type': 'video/mp4' }, body: '' }, /empty file/],
    ['a refusal', { status: 404, body: 'No.' }, /404 Not Found/],
  ])('is not published where its address gives %s', async (name, answer, sentence) => {
    const path = `/remote/${name.replaceAll(' ', '-')}.mp4`;
    source.answers.set(path, answer);
    const job = await bringing.bring({
      url: `${source.origin}${path}?page`,
      sourceId: await addSource('remote'),
      metadata: { title: 'A remote chart that is none', contentUrl: source.origin + path },
    });
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence), video_id: null });
  });

  test('is taken for a video without a content type if it begins like one', async () => {
    const contentUrl = putFilm('/remote/untyped', { 'content-type': 'application/octet-stream' });
    const job = await bringing.bring({
      url: `${contentUrl}?page`,
      sourceId: await addSource('remote'),
      metadata: { title: 'An untyped chart that turns', contentUrl },
    });
    expect(job.status).toBe('completed');
    const video = await site.client.videos.get({ id: job.video_id ?? '' });
    expect(video).toMatchObject({ thumbnailUrl: '', placeholder: null, duration: 0, width: null });
    await pageOf(video.id);
  });

  test.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a web page', Buffer.from('<!doctype html>')],
    ['a broken picture', Buffer.from('\xff\xd8\xff\xe0 and nothing more', 'latin1')],
    ['a picture of too many pixels', hugePng()],
    ['a file that is too large', Buffer.alloc(10_000_001, 'x')],
  ])('is published without a picture where that is %s', async (name, body) => {
    const path = `/posters/${name.replaceAll(' ', '-')}`;
    const contentUrl = putFilm(`${path}.mp4`);
    const job = await bringing.bring({
      url: `${contentUrl}?page`,
      sourceId: await addSource('remote'),
      metadata: { title: `Chart beside ${name}`, contentUrl, thumbnailUrl: await putPicture(path, body) },
    });
    expect(job).toMatchObject({ status: 'completed' });
    expect(await site.client.videos.get({ id: job.video_id ?? '' })).toMatchObject({ thumbnailUrl: '' });
  });

  test('has no picture from a private address', async () => {
    const contentUrl = putFilm('/posters/private.mp4');
    const job = await bringing.bring({
      url: `${contentUrl}?page`,
      sourceId: await addSource('remote'),
      metadata: { title: 'Chart with a private picture', contentUrl, thumbnailUrl: 'http://10.0.0.1/a.jpg' },
    });
    expect(job.status).toBe('completed');
    expect(await site.client.videos.get({ id: job.video_id ?? '' })).toMatchObject({ thumbnailUrl: '' });
  });
});

/** A PNG of 30,000 by 30,000 pixels as far as its header goes. */
function hugePng(): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300802000000', 'hex');
  return Buffer.concat([header, Buffer.alloc(200)]);
}

describe('an embedded film', () => {
  test('shows its picture and the way to its source, and asks nobody for the film', async () => {
    const embedUrl = 'https://player.test/embed/1?a=1&b="><script>alert(1)</script>';
    const job = await bringing.bring({
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
    const safeUrl = new URL(embedUrl).href;
    expect(safeUrl).not.toContain('<');
    expect(video).toMatchObject({ kind: 'embed', videoUrl: '', embedUrl: safeUrl, duration: 12 });
    const html = await pageOf(video.id);
    expect(html).toContain('Watch at the source');
    expect(html).toMatch(/rel="nofollow noopener noreferrer"/);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toMatch(/<video/);
    expect(html).not.toContain('og:video"');
    const thing = videoObjectIn(html);
    expect(thing).toMatchObject({ embedUrl: safeUrl });
    expect(thing).not.toHaveProperty('contentUrl');
    expect(await site.client.media.signVideo({ id: video.id })).toMatchObject({ signedUrl: '' });
  });

  test.each([
    ['http://player.test/embed/1', /no https address/],
    ['https://user:word@player.test/embed/1', /no https address/],
    ['javascript:alert(1)', /no https address/],
    ['<iframe src="https://player.test/">', /no https address/],
  ])('is refused with the player %j', async (embedUrl, sentence) => {
    made += 1;
    const job = await bringing.bring({
      url: `${source.origin}/embed/refused-${made}`,
      sourceId: await addSource('embed'),
      metadata: { title: 'An embedded chart that is refused', embedUrl },
    });
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence) });
  });
});

describe('an address that names nothing for its delivery', () => {
  const page = (fields: Record<string, string>) => {
    const thing = { '@context': 'https://schema.org', '@type': 'VideoObject', name: 'A chart', ...fields };
    return `<html><head><script type="application/ld+json">${JSON.stringify(thing)}</script></head></html>`;
  };
  const html = { 'content-type': 'text/html' };

  test.each<[Delivery, Record<string, string>, RegExp]>([
    ['hosted', { embedUrl: 'https://player.test/1' }, /no file that could be downloaded/],
    ['remote', { embedUrl: 'https://player.test/1' }, /no file that could be downloaded/],
    ['embed', { contentUrl: 'https://films.test/1.mp4' }, /no player that could be embedded/],
  ])('%s fails with a sentence', async (delivery, fields, sentence) => {
    const path = `/pages/${delivery}`;
    source.answers.set(path, { headers: html, body: page(fields) });
    const job = await bringing.bring({ url: source.origin + path, sourceId: await addSource(delivery) });
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence), video_id: null });
  });

  test('and without a source is hosted', async () => {
    const contentUrl = putFilm('/pages/manual.mp4');
    source.answers.set('/pages/manual', { headers: html, body: page({ contentUrl }) });
    const job = await bringing.bring({ url: `${source.origin}/pages/manual` });
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(await site.client.videos.get({ id: job.video_id ?? '' })).toMatchObject({
      kind: 'hosted',
      duration: 2,
    });
  });
});
