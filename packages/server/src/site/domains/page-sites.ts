import { type DomainConfig, isLocalName, isOwnHost, siteOrigin } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import { hostnameOf, isSaidToAskFor, originOf } from '../../kernel/http/origin.ts';
import type { PageSite } from '../../kernel/http/ssr.ts';
import type { DomainDirectory } from './domains.ts';

/** What visitors get who come by a name that is no domain's: a redirect to the domain, or the page itself. */
export const OTHER_HOSTS = ['redirect', 'show'] as const;
type OtherHosts = (typeof OTHER_HOSTS)[number];

type FindPageSite = (request: FastifyRequest) => Promise<PageSite>;
type FindsConfig = Pick<DomainDirectory, 'configFor'>;

/** The domain that answers for a request: its configuration, its own origin, and whether the request came by that. */
export async function domainOf(
  request: FastifyRequest,
  { configFor }: FindsConfig,
): Promise<{ config: DomainConfig; origin: string; isOwn: boolean }> {
  const reached = originOf(request);
  const config = await configFor(hostnameOf(request));
  return { config, origin: siteOrigin(config, reached), isOwn: isOwnHost(config, reached) };
}

/**
 * The site of a request: of the domain that answers for its host name. Visitors who come by another name are
 * redirected to the domain's own, unless either name works only nearby: the operator of a new site has yet to name it.
 * A proxy may ask by a name of its own, nearby or not: redirecting those who asked it for the domain would loop.
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
