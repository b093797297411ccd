import { readFileSync } from 'node:fs';
import type { Db } from '@vesper/core/db/pool.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { createNameCheck, type NameCheck } from '@vesper/core/lib/outbound/reverse-dns.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDnsServer, type TestDnsServer } from '../../../test/dns-server.ts';
import { createCrawlers } from './crawlers.ts';
import { claimedEngine, ENGINES, parseEngineNetworks } from './engines.ts';

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

const ZONE = {
  names: {
    '192.0.2.1': ['crawl-192-0-2-1.googlebot.com'],
    '192.0.2.2': ['crawl-192-0-2-1.googlebot.com'],
    '192.0.2.3': ['googlebot.com.evil.test', 'evilgooglebot.com', 'googlebot.com'],
    '192.0.2.4': ['other.test', 'crawl-192-0-2-4.googlebot.com'],
    '192.0.2.8': ['google-proxy-192-0-2-8.google.com'],
  },
  addresses: {
    'crawl-192-0-2-1.googlebot.com': ['192.0.2.1'],
    'crawl-192-0-2-4.googlebot.com': ['192.0.2.9', '192.0.2.4'],
    'googlebot.com.evil.test': ['192.0.2.3'],
    'evilgooglebot.com': ['192.0.2.3'],
    'googlebot.com': ['192.0.2.3'],
    '7.2.0.192.bc.googleusercontent.com': ['192.0.2.7'],
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
  ['192.0.2.7', GOOGLE, undefined],
  ['192.0.2.1', 'bingbot/2.0', undefined],
  ['192.0.2.1', BROWSER, undefined],
  ['not an address', GOOGLE, undefined],
])('a crawler at %s that calls itself %s is verified as %s', async (address, userAgent, engine) => {
  expect(await crawlersOf().verify({ address, userAgent })).toBe(engine);
});

test('a crawler is looked up once, and an ordinary visitor never', async () => {
  const crawlers = crawlersOf();
  const before = dns.asked.length;
  await crawlers.verify({ address: '192.0.2.1', userAgent: BROWSER });
  expect(dns.asked.length).toBe(before);
  const visitor = { address: '192.0.2.1', userAgent: GOOGLE };
  await Promise.all([crawlers.verify(visitor), crawlers.verify(visitor)]);
  await crawlers.verify(visitor);
  expect(dns.asked.slice(before)).toEqual(['PTR 1.2.0.192.in-addr.arpa', 'A crawl-192-0-2-1.googlebot.com']);
});

test('a crawler in a network published by its engine needs no host name', async () => {
  const crawlers = crawlersOf('duckduckgo=198.51.100.0/24,2001:db8::/32 google=203.0.113.7');
  const before = dns.asked.length;
  const engineAt = (address: string, userAgent: string) => crawlers.verify({ address, userAgent });
  expect(await engineAt('198.51.100.77', 'DuckDuckBot/1.1')).toBe('duckduckgo');
  expect(await engineAt('2001:db8::1', 'DuckDuckBot/1.1')).toBe('duckduckgo');
  expect(await engineAt('203.0.113.7', GOOGLE)).toBe('google');
  expect(await engineAt('198.51.101.77', 'DuckDuckBot/1.1')).toBeUndefined();
  expect(dns.asked.length).toBe(before);
});

function crawlersOfNames(nameOf: (address: string) => Promise<string | undefined>) {
  const asked: string[] = [];
  const names: NameCheck = {
    confirmedName(address) {
      asked.push(address);
      return nameOf(address);
    },
  };
  const now = { ms: Date.UTC(2026, 0, 1) };
  const clock = { now: () => new Date(now.ms) };
  const crawlers = createCrawlers({ ...none, clock, names, networks: new Map() });
  return { crawlers, asked, now };
}

const neverEnds = () => new Promise<undefined>(() => {});
const google = (address: string) => ({ address, userAgent: GOOGLE });

test('a verified crawler stays so for a day, however many others are refused', async () => {
  const { crawlers, asked, now } = crawlersOfNames(async (address) =>
    address === '192.0.2.1' ? 'crawl.googlebot.com' : undefined,
  );
  await crawlers.verify(google('192.0.2.1'));
  for (let n = 0; n < 6000; n += 1)
    expect(await crawlers.verify(google(`10.0.${n >> 8}.${n & 255}`))).toBeUndefined();
  expect(await crawlers.verify(google('192.0.2.1'))).toBe('google');
  expect(asked.filter((address) => address === '192.0.2.1')).toHaveLength(1);
  now.ms += 25 * 3600 * 1000;
  expect(await crawlers.verify(google('192.0.2.1'))).toBe('google');
  expect(asked.filter((address) => address === '192.0.2.1')).toHaveLength(2);
});

test('a network is looked up one address at a time, and cannot block others', async () => {
  const { crawlers, asked } = crawlersOfNames((address) =>
    address.startsWith('2001:db8:') ? neverEnds() : Promise.resolve('crawl.googlebot.com'),
  );
  for (let n = 0; n < 100; n += 1) void crawlers.verify(google(`2001:db8:${n}::1`));
  expect(asked).toEqual(['2001:db8:0::1']);
  expect(await crawlers.verify(google('2001:db8:100::1'))).toBeUndefined();
  expect(await crawlers.verify(google('192.0.2.1'))).toBe('google');
});

test('during too many lookups, a new crawler is unverified, and a known one stays verified', async () => {
  const { crawlers, asked } = crawlersOfNames((address) =>
    address.startsWith('10.') ? neverEnds() : Promise.resolve('crawl.googlebot.com'),
  );
  await crawlers.verify(google('192.0.2.1'));
  for (let n = 0; n < 20; n += 1) void crawlers.verify(google(`10.0.${n}.1`));
  expect(asked).toHaveLength(17);
  expect(await crawlers.verify(google('192.0.2.1'))).toBe('google');
  expect(await crawlers.verify(google('198.51.100.1'))).toBeUndefined();
});

test.each([
  ['Mozilla/5.0 (compatible; YandexVideoParser/1.0; +http://yandex.com/bots)', 'yandex'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 YaBrowser/25.1 Yandex/25.1 Mobile', undefined],
  ['Mozilla/5.0 (Linux; Android 15) YandexSearch/25.10', undefined],
  [`${'yandex'.repeat(2000)}bot`, 'yandex'],
  [BROWSER, undefined],
])('%s claims to be of %s', (userAgent, engine) => {
  expect(claimedEngine(userAgent)?.name).toBe(engine);
});

test('the shipped nginx knows the same crawlers, and gives them nothing from its cache', () => {
  const shipped = readFileSync(new URL('../../../../deploy/nginx-site.conf', import.meta.url), 'utf8');
  expect([...shipped.matchAll(/"~\*(.+)" 1;/g)].map(([, pattern]) => pattern)).toEqual(
    ENGINES.map(({ agent }) => agent.source.replaceAll('\\/', '/')),
  );
});
