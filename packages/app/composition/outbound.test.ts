import { validateHeaderValue } from 'node:http';
import { versionOfVesper } from '@vesper/core/lib/vesper-version.ts';
import { expect, test } from 'vitest';
import { crawlerUserAgent } from './outbound.ts';

const DOMAIN = { domain: 'videos.example', contactEmail: 'contact@videos.example' };

test.each([
  [undefined, DOMAIN, '(+https://videos.example/bot; contact@videos.example)'],
  ['crawl@films.example', DOMAIN, '(crawl@films.example)'],
  ['https://films.example/bot', DOMAIN, '(+https://films.example/bot)'],
  [
    undefined,
    { domain: 'vidéos.example', contactEmail: 'kontakt@vidéos.example' },
    '(+https://xn--vidos-dsa.example/bot)',
  ],
  [undefined, { ...DOMAIN, contactEmail: 'a(b)\\@x.example' }, '(+https://videos.example/bot; ab@x.example)'],
  [undefined, { ...DOMAIN, domain: 'a b\r\nx: y' }, '(+https://abx:y/bot; contact@videos.example)'],
])('the user agent with the contact %j and the domain %j', (crawlerContact, domain, expected) => {
  const userAgent = crawlerUserAgent({ crawlerContact }, domain);
  expect(userAgent).toBe(`VesperBot/${versionOfVesper()} ${expected}`);
  expect(() => validateHeaderValue('user-agent', userAgent)).not.toThrow();
});
