import type { DomainConfig } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createPageSites } from './page-sites.ts';

const configFor = async () => ({ domain: 'first.test' }) as DomainConfig;
const siteOf = createPageSites({ configFor }, 'redirect');

test.each([
  ['origin.test', undefined, true],
  ['origin.test', 'first.test', false],
  ['origin.test', 'FIRST.test.:443', false],
  ['www.first.test', 'first.test', false],
  ['origin.test', 'first.test, cache.test', false],
  ['origin.test', 'origin.test', true],
  ['origin.test', 'www.first.test', true],
  ['origin.test', 'first.test.evil.test', true],
  ['origin.test', '', true],
])('of a visitor at %s, who has asked a proxy for %s, is led on: %s', async (host, said, isRedirected) => {
  const headers = { host, ...(said !== undefined && { 'x-forwarded-host': said }) };
  const site = await siteOf({ headers, protocol: 'https' } as unknown as FastifyRequest);
  expect(site).toEqual({ origin: 'https://first.test', isOwn: false, isRedirected });
});

test("a proxy's headers make no other name the site's own", async () => {
  const headers = { host: 'first.test', 'x-forwarded-host': 'evil.test' };
  const site = await siteOf({ headers, protocol: 'https' } as unknown as FastifyRequest);
  expect(site).toEqual({ origin: 'https://first.test', isOwn: true, isRedirected: false });
});

test.each([
  ['OTHER_HOSTS=show', configFor, 'show'],
  [
    'a default domain without a public name',
    async () => ({ domain: 'localhost' }) as DomainConfig,
    'redirect',
  ],
] as const)('nobody is redirected with %s', async (_, config, otherHosts) => {
  const request = { headers: { host: 'other.test' }, protocol: 'https' } as unknown as FastifyRequest;
  const site = await createPageSites({ configFor: config }, otherHosts)(request);
  expect(site).toMatchObject({ isOwn: false, isRedirected: false });
});
