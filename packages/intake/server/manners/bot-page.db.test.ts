import { createHash } from 'node:crypto';
import { FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';
import { versionOfVesper } from '@vesper/core/lib/vesper-version.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { botPage } from './bot-page.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

describe('/bot', () => {
  test('says who crawls, what the user agent is, and how to opt out', async () => {
    const response = await fetch(`${site.url}/bot`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain(
      `<pre>VesperBot/${versionOfVesper()} (+https://localhost/bot; contact@localhost)</pre>`,
    );
    expect(html).toContain('<pre>User-agent: VesperBot\nDisallow: /</pre>');
    expect(html).toContain('href="mailto:contact@localhost"');
    expect(html).not.toContain('<script');
  });

  test('may load its own style and nothing else', async () => {
    const response = await fetch(`${site.url}/bot`);
    const policy = response.headers.get('content-security-policy') ?? '';
    const style = /<style>(.*?)<\/style>/s.exec(await response.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(style).toContain('prefers-color-scheme');
  });

  test('shows what an operator writes as text', () => {
    const evil = '"><script>alert(1)</script>';
    const config = { ...FALLBACK_DOMAIN_CONFIG, siteName: evil, brandName: evil, contactEmail: `a@b${evil}` };
    const { html } = botPage(config, evil);
    expect(html).not.toMatch(/<script|"">/);
    expect(html.match(/&#60;script&#62;/g)?.length).toBeGreaterThan(4);
  });
});
