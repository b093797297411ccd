import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch, type SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostileSite, startHostileSite } from '../../../test/hostile-site.ts';
import { createRobotsCache } from './robots.ts';

let site: HostileSite;
let fetch: ReturnType<typeof createSafeFetch>;
let time: number;
const clock = { now: () => new Date(time) };
const HOUR_MS = 3_600_000;
const UNREACHABLE_MS = 120_000;

beforeEach(() => {
  time = Date.UTC(2026, 0, 1);
});
afterEach(async () => {
  await fetch.close();
  await site.close();
});

async function start(robots: string) {
  site = await startHostileSite({ robots });
  fetch = createSafeFetch({ allow: parseOutboundAllow(site.hostAndPort), userAgent: 'VesperBot/1' });
  return createRobotsCache({ fetch, clock });
}

/** A cache whose robots.txt is at another address of the hostile site. */
async function startAt(path: string) {
  await start('');
  const elsewhere: SafeFetch = (url, options) =>
    fetch(url.replace('/robots.txt', path), {
      ...options,
      ...(path === '/never-headers' && { headersTimeoutMs: 100 }),
    });
  return createRobotsCache({ fetch: elsewhere, clock });
}

describe('createRobotsCache', () => {
  it('asks a site once a day and answers by its rules', async () => {
    const cache = await start(
      'User-agent: *\nDisallow: /\n\nUser-agent: vesperbot\nDisallow: /private\nCrawl-delay: 1.5',
    );
    const verdicts = await Promise.all([
      cache.check(`${site.origin}/watch/1`),
      cache.check(`${site.origin}/private/1?a=b`),
    ]);
    expect(verdicts[0]).toMatchObject({ allowed: true, crawlDelayMs: 1_500 });
    expect(verdicts[1]?.allowed).toBe(false);
    time += 24 * HOUR_MS - 1;
    await cache.check(`${site.origin}/`);
    expect(site.requests).toHaveLength(1);
    time += 2;
    await cache.check(`${site.origin}/`);
    expect(site.requests).toHaveLength(2);
    expect(site.requests.every(({ path }) => path === '/robots.txt')).toBe(true);
  });

  it('refuses with a sentence what is not allowed', async () => {
    const cache = await start('User-agent: *\nDisallow: /private');
    await expect(cache.requireAllowed(`${site.origin}/private`)).rejects.toThrow(
      new SourceError('robots', "The site's robots.txt does not allow this address to be fetched."),
    );
    await expect(cache.requireAllowed(`${site.origin}/public`)).resolves.toMatchObject({ allowed: true });
  });

  it.each(['/status/404', '/status/403', '/redirect-loop', '/redirect-chain/7'])(
    'takes %s as no rules',
    async (path) => {
      const cache = await startAt(path);
      expect(await cache.check(`${site.origin}/anything`)).toMatchObject({
        allowed: true,
        unreachable: undefined,
      });
    },
  );

  it.each([
    ['/status/500', 'The address answered 500 Internal Server Error.'],
    ['/status/429', 'The address answered 429 Too Many Requests.'],
    ['/never-headers', 'The address did not answer within 0.1 seconds.'],
    ['/video-half.mp4', 'The download stopped after 50.0 KB of 100.0 KB.'],
  ])('takes %s as nothing allowed, and asks again after two minutes', async (path, why) => {
    const cache = await startAt(path);
    expect((await cache.check(`${site.origin}/`)).allowed).toBe(false);
    await expect(cache.requireAllowed(`${site.origin}/`)).rejects.toMatchObject({
      code: 'robots_unreachable',
      kind: 'transient',
      message: `The site's robots.txt could not be read, so nothing is fetched there for now: ${why}`,
    });
    time += UNREACHABLE_MS - 1;
    await cache.check(`${site.origin}/`);
    expect(site.requests).toHaveLength(1);
    time += 2;
    await cache.check(`${site.origin}/`);
    expect(site.requests).toHaveLength(2);
  });

  it.each([
    ['dns', 'http://nowhere.invalid/', /^The host name nowhere\.invalid could not be resolved \(E\w+\)\./],
    ['connect', 'http://127.0.0.1:1/', /^127\.0\.0\.1(:1)? refused the connection\./],
  ])('says first that the host was not reached (%s)', async (code, address, why) => {
    site = await startHostileSite();
    fetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.1:1'), userAgent: 'VesperBot/1' });
    const cache = createRobotsCache({ fetch, clock });
    const refused = await cache.requireAllowed(address).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...{ code: 'robots_unreachable', kind: 'transient', retryAfterMs: UNREACHABLE_MS, cause: { code } },
      message: expect.stringMatching(why),
    });
    expect((refused as Error).message).toMatch(
      /\. The site's robots\.txt could not be read, so nothing is fetched there for now\.$/,
    );
  });

  it('lets a private address speak for itself', async () => {
    const cache = await start('');
    await expect(cache.requireAllowed('http://10.0.0.1/')).rejects.toMatchObject({
      code: 'private_address',
      kind: 'permanent',
    });
    await expect(cache.check('nonsense')).rejects.toMatchObject({ code: 'bad_address' });
  });

  it('reads 500 KiB of a file and no more', async () => {
    const cache = await start(`${'# filler\n'.repeat(60_000)}User-agent: *\nDisallow: /\n`);
    expect((await cache.check(`${site.origin}/`)).allowed).toBe(true);
  });

  it('ends one caller by his signal and not the others', async () => {
    const cache = await start('User-agent: *\nDisallow: /private');
    const stop = new Error('The worker stops.');
    const [stopped, answered] = await Promise.allSettled([
      cache.check(`${site.origin}/`, { signal: AbortSignal.abort(stop) }),
      cache.check(`${site.origin}/`),
    ]);
    expect(stopped).toMatchObject({ status: 'rejected', reason: stop });
    expect(answered).toMatchObject({ status: 'fulfilled', value: { allowed: true } });
  });
});
