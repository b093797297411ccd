import { Readable } from 'node:stream';
import { sharePicture } from '@vesper/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { removeVideo } from '../../videos/index.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

async function makePictured(name: string, width: number, height: number): Promise<string> {
  const webp = sharp({ create: { width, height, channels: 3, background: '#4060c0' } }).webp();
  return store(name, await webp.toBuffer());
}

async function store(name: string, bytes: Buffer): Promise<string> {
  const key = `videos/sh/${name}/thumbnail-640.webp`;
  await site.storage.put(key, Readable.from([bytes]));
  return makeVideo(site.base.db, { kind: 'hosted', thumbnail_url: key, video_url: '' });
}

async function shareOf(id: string, most?: { width: number }) {
  const { thumbnailUrl } = await site.client.videos.get({ id });
  const share = sharePicture(thumbnailUrl, most);
  if (!share) throw new Error(`There is no picture for other sites: ${thumbnailUrl}`);
  return share;
}

async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

test.each([1200, 600, 300])(
  'a picture for other sites %i pixels wide is a JPEG of exactly that size',
  async (most) => {
    const id = await makePictured(`wide-${most}`, 1280, 720);
    const share = await shareOf(id, { width: most });
    const response = await fetch(site.url + share.url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // Unlike all other files.
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: share.width, height: share.height });
    // Cropped: no edge is black.
    expect(Math.max(...(await colourAt(bytes, 1, 1)))).toBeGreaterThan(100);
    const again = await fetch(site.url + share.url, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    const head = await fetch(site.url + share.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  },
);

test('an upright picture is shown whole, on black', async () => {
  const { url } = await shareOf(await makePictured('upright', 360, 640));
  const bytes = Buffer.from(await (await fetch(site.url + url)).arrayBuffer());
  expect(Math.max(...(await colourAt(bytes, 1, 1)))).toBeLessThan(20);
  expect(Math.max(...(await colourAt(bytes, 600, 1)))).toBeGreaterThan(100);
});

test('it is gone with its video, though it is kept', async () => {
  const id = await makePictured('gone', 1280, 720);
  const { url } = await shareOf(id);
  expect((await fetch(site.url + url)).status).toBe(200);
  await removeVideo(site.base.db, id);
  await expect.poll(async () => (await fetch(site.url + url)).status, { timeout: 10_000 }).toBe(404);
});

test('a damaged picture, another size or a changed address gives none', async () => {
  const { url } = await shareOf(await store('damaged', Buffer.from('no picture')));
  expect((await fetch(site.url + url)).status).toBe(404);
  const whole = (await shareOf(await makePictured('whole', 640, 360))).url;
  expect((await fetch(site.url + whole)).status).toBe(200);
  expect((await fetch(site.url + whole.replace('1200x630', '1201x630'))).status).toBe(404);
  expect((await fetch(site.url + whole.replace('/1200x630', 'A/1200x630'))).status).toBe(404);
});

test('the video page names it, with type, size and words', async () => {
  const id = await makePictured('named', 1280, 720);
  const html = await (await fetch(`${site.url}/video/${id}`)).text();
  const { url } = await shareOf(id);
  for (const [name, content] of Object.entries({
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
  }))
    expect(html).toContain(`<meta property="${name}" content="${content}">`);
  expect(html).toMatch(new RegExp(`<meta property="og:image" content="http://[^"]*${url}">`));
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(html).toMatch(/<meta name="twitter:image:alt" content="Test chart \d+">/);
});
