import type { Client } from '@vesper/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs } from '../../../test/ask-as.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;
let id: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
  id = (await admin.domainSettings.list())[0]?.id ?? '';
});
afterAll(() => site.close());

const ask = (path: string) => askAs(site.url, '127.0.0.1', path);
const PAGES = ['/', '/site.webmanifest', '/icon.svg', '/apple-touch-icon.png', '/favicon.ico'];
const shown = async () =>
  Promise.all(
    PAGES.map(async (path) => {
      const { status, headers, body } = await ask(path);
      return [path, status, headers.location, body.toString('latin1')];
    }),
  );
/** Noise, which is hard to make small. */
function noise(width: number, height: number) {
  const noiseOf = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: noiseOf } })
    .png()
    .toBuffer();
}

async function upload(kind: 'logo' | 'icon', bytes: BlobPart) {
  return admin.domainSettings.uploadPicture({ id, kind, file: new Blob([bytes]) });
}

test('a logo and an icon are shown at lasting addresses, until they are removed', async () => {
  const before = await shown();
  const { version } = await admin.domainSettings.get({ id });
  const { logo } = await upload('logo', await noise(1200, 200));
  const { icon, ...domain } = await upload('icon', await noise(900, 700));
  expect([logo?.width, logo?.height, icon?.width, icon?.height]).toEqual([480, 80, 512, 512]);
  expect(domain).toMatchObject({ version, logo });
  await expect.poll(async () => (await shown()).join(), { timeout: 10_000 }).toContain(icon?.hash);
  await expect.poll(async () => (await shown()).join(), { timeout: 10_000 }).toContain(logo?.hash);
  const [page, manifest, svg, apple] = (await shown()).map(([, , location, body]) => location ?? body);
  expect(page).toContain(
    `<img src="/brand/${logo?.hash}/logo.webp" alt="Vesper" width="480" height="80" class="brand-logo"/>`,
  );
  const links = [...String(page).matchAll(/rel="(?:icon|apple-touch-icon)"[^>]* href="([^"]+)"/g)];
  const [tab, home] = links.map(([, href = '']) => href);
  expect([svg, apple]).toEqual([`/brand/${icon?.hash}/icon-512.png`, home]);
  const { icons } = JSON.parse(String(manifest)) as { icons: { src: string; sizes: string }[] };
  const sizes = [[tab, '192x192'], [home, '180x180'], ...icons.map(({ src, sizes: size }) => [src, size])];
  for (const [path = '', size] of sizes) {
    const { status, headers, body } = await ask(path);
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'image/png']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { width, height } = await sharp(body).metadata();
    expect(`${width}x${height}`).toBe(size);
  }
  const logoFile = await ask(`/brand/${logo?.hash}/logo.webp`);
  expect(logoFile.headers['content-type']).toBe('image/webp');
  expect(logoFile.body.length).toBeLessThanOrEqual(102_400);
  for (const kind of ['logo', 'icon'] as const) await admin.domainSettings.removePicture({ id, kind });
  await expect.poll(shown, { timeout: 10_000 }).toEqual(before);
  for (const path of [tab, `/brand/${logo?.hash}/logo.webp`])
    expect((await ask(path ?? '')).status).toBe(404);
});

test('what is no picture is refused, and changes nothing', async () => {
  for (const kind of ['logo', 'icon'] as const)
    await expect(upload(kind, '<svg xmlns="http://www.w3.org/2000/svg"/>')).rejects.toMatchObject({
      status: 400,
      sentence: 'This file is not a JPEG, PNG, WebP or AVIF picture.',
    });
  const { logo, icon } = await admin.domainSettings.get({ id });
  expect([logo, icon]).toEqual([undefined, undefined]);
  for (const path of [
    '/brand/0/logo.webp',
    '/brand/0/icon-192.png',
    '/brand/%00/logo.webp',
    '/brand/0/other',
  ])
    expect([400, 404], path).toContain((await ask(path)).status);
});
