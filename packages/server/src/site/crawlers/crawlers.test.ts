import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../kernel/db/pool.ts';
import { systemClock } from '../../kernel/lib/clock.ts';
import { silentLog } from '../../kernel/lib/log.ts';
import { createNameCheck } from '../../kernel/lib/reverse-dns.ts';
import { startDnsServer, type TestDnsServer } from '../../test/dns-server.ts';
import { createCrawlers } from './crawlers.ts';
import { parseEngineNetworks } from './networks.ts';

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

const ZONE = {
  names: {
    '192.0.2.1': ['crawl-192-0-2-1.googlebot.com'],
    // Says what it likes of itself.
    '192.0.2.2': ['crawl-192-0-2-1.googlebot.com'],
    '192.0.2.3': ['googlebot.com.evil.test', 'evilgooglebot.com', 'googlebot.com'],
    '192.0.2.4': ['other.test', 'crawl-192-0-2-4.googlebot.com'],
    '192.0.2.6': ['crawl-192-0-2-6.googlebot.com'],
    // A customer's machine, and what fetches for whoever asks.
    '192.0.2.7': ['7.2.0.192.bc.googleusercontent.com'],
    '192.0.2.8': ['google-proxy-192-0-2-8.google.com'],
  },
  addresses: {
    'crawl-192-0-2-1.googlebot.com': ['192.0.2.1'],
    'crawl-192-0-2-4.googlebot.com': ['192.0.2.9', '192.0.2.4'],
    'googlebot.com.evil.test': ['192.0.2.3'],
    'evilgooglebot.com': ['192.0.2.3'],
    'googlebot.com': ['192.0.2.3'],
    '7.2.0.192.bc.googleusercontent.com': ['192.0.2.7'],
    'google-proxy-192-0-2-8.google.com': ['192.0.2.8'],
  },
};

let dns: TestDnsServer;
beforeAll(async () => {
  dns = await startDnsServer(ZONE);
});
afterAll(() => dns.close());

const none = { db: {} as Db, clock: systemClock, log: silentLog };

const crawlersOf = (networks = '') =>
  createCrawlers({
    ...none,
    names: createNameCheck({ servers: [dns.server] }),
    networks: parseEngineNetworks(networks),
  });

test.each([
  ['192.0.2.1', GOOGLE, 'google'],
  ['::ffff:192.0.2.1', GOOGLE, 'google'],
  ['192.0.2.4', GOOGLE, 'google'],
  ['192.0.2.2', GOOGLE, undefined],
  ['192.0.2.3', GOOGLE, undefined],
  ['192.0.2.5', GOOGLE, undefined],
  ['192.0.2.6', GOOGLE, undefined],
  ['192.0.2.7', GOOGLE, undefined],
  ['192.0.2.8', GOOGLE, undefined],
  ['192.0.2.1', 'bingbot/2.0', undefined],
  ['192.0.2.1', BROWSER, undefined],
  ['not an address', GOOGLE, undefined],
])('a crawler at %s that calls itself %s is verified as %s', async (address, userAgent, engine) => {
  expect(await crawlersOf().verify({ address, userAgent })).toBe(engine);
});

test('a crawler is looked up once, and a visitor who claims nothing never', async () => {
  const crawlers = crawlersOf();
  const before = dns.asked.length;
  await crawlers.verify({ address: '192.0.2.1', userAgent: BROWSER });
  expect(dns.asked.length).toBe(before);
  const visitor = { address: '192.0.2.1', userAgent: GOOGLE };
  await Promise.all([crawlers.verify(visitor), crawlers.verify(visitor)]);
  await crawlers.verify(visitor);
  expect(dns.asked.slice(before)).toEqual(['PTR 1.2.0.192.in-addr.arpa', 'A crawl-192-0-2-1.googlebot.com']);
});

test('a crawler of a network that the engine publishes needs no name', async () => {
  const crawlers = crawlersOf('duckduckgo=198.51.100.0/24,2001:db8::/32 google=203.0.113.7');
  const before = dns.asked.length;
  const engineAt = (address: string, userAgent: string) => crawlers.verify({ address, userAgent });
  expect(await engineAt('198.51.100.77', 'DuckDuckBot/1.1')).toBe('duckduckgo');
  expect(await engineAt('2001:db8::1', 'DuckDuckBot/1.1')).toBe('duckduckgo');
  expect(await engineAt('203.0.113.7', GOOGLE)).toBe('google');
  expect(await engineAt('198.51.101.77', 'DuckDuckBot/1.1')).toBeUndefined();
  expect(dns.asked.length).toBe(before);
});

test.each([
  ['nobody=192.0.2.0/24', 'names "nobody"'],
  ['google=', 'must list the networks of google'],
  ['google=192.0.2.0/33', 'must list the networks of google'],
])('the networks %s are refused with a sentence', (text, sentence) => {
  expect(() => parseEngineNetworks(text)).toThrow(sentence);
});
