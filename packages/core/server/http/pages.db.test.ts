import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { makeVideo } from '../../../test/factories.ts';
import { expectKeptFromReading } from '../../../test/held-reading.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  await addDomain(site.base.db, 'videos.test', []);
  await sql`insert into domains (domain, site_name, brand_name, tagline, contact_email, theme_primary, theme_accent,
      theme_default, seo_title_template, seo_default_title, seo_default_description, seo_google_verification)
    values ('charts.test', 'Charts', 'Chart House', 'All test charts', 'hello@charts.test', '#005500', '#aa0000',
      'light', '%s - Charts', 'Charts all day', 'Every chart there is', 'verify-me')`.execute(site.base.db);
});
afterAll(() => site.close());

/** fetch does not allow a Host header. */
function ask(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request(site.url + path, { headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    })
      .on('error', reject)
      .end();
  });
}

describe('an address that cannot be read', () => {
  test('is a page that is not there, and of a call a refusal in JSON', async () => {
    for (const path of ['/%', '/%zz', '/video/%ff', '/category/%E0%A4%A', '/de/%']) {
      const { status, text } = await ask(path, {});
      expect([path, status, text.includes('404 Page Not Found')]).toEqual([path, 404, true]);
    }
    const { status, text } = await ask('/api/videos/%ff', {});
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ error: 'bad_request' })]);
  });
});

describe('a host', () => {
  test('that is none is refused', async () => {
    for (const host of ['evil"><script>', 'a b', 'a/b', 'x@y', '[1]', '999.999.999.999', 'a:99999']) {
      expect([host, (await ask('/', { host })).status]).toEqual([host, 400]);
    }
  });

  test('that is forwarded is not believed; the protocol is, from a trusted proxy', async () => {
    const { text } = await ask('/', {
      host: 'videos.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    });
    expect(text).toContain('<link rel="canonical" href="https://videos.test/">');
    expect(text).not.toContain('evil.test');
    for (const proto of ['a b', '"', 'javascript', 'https"><script>']) {
      const answer = await ask('/', { host: 'videos.test', 'x-forwarded-proto': proto });
      expect([proto, answer.status]).toEqual([proto, 200]);
      expect(answer.text).toContain('<link rel="canonical" href="http://videos.test/">');
    }
  });

  test('chooses the domain, whose brand and colours appear on the page', async () => {
    const { text } = await ask('/', { host: 'charts.test' });
    for (const part of ['Chart House', '#005500', 'Charts all day', 'Every chart there is', 'verify-me']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/<html[^>]+data-theme="light"/);
    const { text: other } = await ask('/', { host: 'unknown.test' });
    expect(other).not.toContain('Chart House');
    const { text: config } = await ask('/api/domain-config', { host: 'CHARTS.test:8080' });
    expect(JSON.parse(config)).toMatchObject({
      domain: 'charts.test',
      seo: { titleTemplate: '%s - Charts' },
    });
  });
});

describe('a page', () => {
  test('shows text from outside as text', async () => {
    const hostile = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>`;
    const id = await makeVideo(site.base.db, {
      title: hostile,
      description: hostile,
      tags: [hostile],
      category: hostile,
    });
    for (const path of ['/', `/video/${id}`, `/?search=${encodeURIComponent(hostile)}`]) {
      const html = await (await fetch(site.url + path)).text();
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('<img src=x');
    }
  });

  test('expires in the cache of nginx a second after its reading began', () =>
    expectKeptFromReading(site, '/?search=ending'));
});
