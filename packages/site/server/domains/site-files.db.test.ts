import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAs } from '../../../test/ask-as.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { addDomain } from './settings.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await addDomain(site.base.db, 'charts.test', [
    'siteName=Charts all day',
    'brandName=Charts',
    'description=Every chart there is.',
    'theme.primary=#005500',
    'theme.accent=#aa0000',
    'theme.default=light',
  ]);
});
afterAll(() => site.close());

function ask(path: string, { host = '127.0.0.1', ...headers }: Record<string, string> = {}) {
  return askAs(site.url, host, path, { headers });
}

describe('the manifest', () => {
  test('belongs to the requested domain, in the colours of its theme', async () => {
    const { status, headers, body } = await ask('/site.webmanifest', { host: 'charts.test' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/manifest+json');
    expect(JSON.parse(body.toString())).toMatchObject({
      id: '/',
      name: 'Charts all day',
      short_name: 'Charts',
      description: 'Every chart there is.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#ffffff',
      theme_color: '#ffffff',
    });
  });

  test('names existing icons of the stated type and size', async () => {
    const { body } = await ask('/site.webmanifest');
    const { icons } = JSON.parse(body.toString()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    expect(icons.length).toBeGreaterThan(3);
    for (const { src, sizes, type } of icons) {
      const icon = await ask(src);
      expect([src, icon.status, icon.headers['content-type']]).toEqual([src, 200, type]);
      if (sizes === 'any') continue;
      const { width, height } = await sharp(icon.body).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
});

describe('an icon', () => {
  test('is the logo in the page header', async () => {
    const page = (await ask('/', { host: 'charts.test' })).body.toString();
    const inline = /<link rel="icon"[^>]+href="data:image\/svg\+xml,([^"]+)"/.exec(page)?.[1] ?? '';
    const { body } = await ask('/icon.svg', { host: 'charts.test' });
    expect(body.toString()).toBe(decodeURIComponent(inline));
    expect(body.toString()).toContain('#005500');
  });

  test('follows the colours, and is not sent again while they stay', async () => {
    for (const path of ['/icon.svg', '/icon-192.png', '/site.webmanifest']) {
      const mine = await ask(path, { host: 'charts.test' });
      expect(mine.headers['cache-control']).toBe('public, max-age=3600');
      const etag = String(mine.headers.etag);
      expect((await ask(path)).headers.etag).not.toBe(etag);
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await ask(path, { host: 'charts.test', 'if-none-match': tag });
        expect([path, again.status, again.body.length]).toEqual([path, 304, 0]);
      }
    }
  });
});
