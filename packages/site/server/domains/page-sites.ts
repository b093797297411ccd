import { type DomainConfig, isLocalName, isOwnHost, siteOrigin } from '@vesper/contract';
import { hostnameOf, isSaidToAskFor, originOf } from '@vesper/core/http/origin.ts';
import type { PageSite } from '@vesper/core/http/ssr.ts';
import type { FastifyRequest } from 'fastify';
import type { DomainDirectory } from './domains.ts';

/** For visitors under a host name that belongs to no domain. */
export const OTHER_HOSTS = ['redirect', 'show'] as const;
type OtherHosts = (typeof OTHER_HOSTS)[number];

type FindPageSite = (request: FastifyRequest) => Promise<PageSite>;
type FindsConfig = Pick<DomainDirectory, 'configFor'>;

/** `isOwn`: the request came by the domain's own origin. */
export async function domainOf(
  request: FastifyRequest,
  { configFor }: FindsConfig,
): Promise<{ config: DomainConfig; origin: string; isOwn: boolean }> {
  const reached = originOf(request);
  const config = await configFor(hostnameOf(request));
  return { config, origin: siteOrigin(config, reached), isOwn: isOwnHost(config, reached) };
}

/**
 * Redirects visitors of other names to the domain's own, unless either name is local: a new site has no name yet. Never
 * if a proxy asked for the domain by a name of its own: that would loop.
 */
export function createPageSites(directory: FindsConfig, otherHosts: OtherHosts): FindPageSite {
  return async (request) => {
    const { config, origin, isOwn } = await domainOf(request, directory);
    const isRedirected =
      otherHosts === 'redirect' &&
      !isOwn &&
      !isLocalName(hostnameOf(request)) &&
      !isLocalName(config.domain) &&
      !isSaidToAskFor(request, config.domain);
    return { origin, isOwn, isRedirected };
  };
}
