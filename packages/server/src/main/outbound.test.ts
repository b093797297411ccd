import { validateHeaderValue } from 'node:http';
import { expect, test } from 'vitest';
import { crawlerUserAgent } from './outbound.ts';

const DOMAIN = { domain: 'videos.example', contactEmail: 'contact@videos.example' };

test.each([
  [undefined, DOMAIN, 'VesperBot/0.1.0 (+https://videos.example/bot; contact@videos.example)'],
  ['crawl@films.example', DOMAIN, 'VesperBot/0.1.0 (crawl@films.example)'],
  ['https://films.example/bot', DOMAIN, 'VesperBot/0.1.0 (+https://films.example/bot)'],
  [
    undefined,
    { domain: 'vidéos.example', contactEmail: 'kontakt@vidéos.example' },
    'VesperBot/0.1.0 (+https://xn--vidos-dsa.example/bot)',
  ],
  [
    undefined,
    { ...DOMAIN, contactEmail: 'a(b)\\@x.example' },
    'VesperBot/0.1.0 (+https://videos.example/bot; ab@x.example)',
  ],
  [
    undefined,
    { ...DOMAIN, domain: 'a b\r\nx: y' },
    'VesperBot/0.1.0 (+https://abx:y/bot; contact@videos.example)',
  ],
])('the user agent with the contact %j and the domain %j', (crawlerContact, domain, expected) => {
  const userAgent = crawlerUserAgent({ crawlerContact }, domain);
  expect(userAgent).toBe(expected);
  expect(() => validateHeaderValue('user-agent', userAgent)).not.toThrow();
});
