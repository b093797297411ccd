import { isOwnHost, siteOrigin } from '@vesper/contract';
import type { FastifyInstance } from 'fastify';
import { hostnameOf, originOf } from '../../kernel/http/origin.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';
import { FOREIGN_ROBOTS_TEXT, robotsText } from './robots-text.ts';

/**
 * Serves /robots.txt by domain. By a host name that is no domain's it refuses everything; a domain's name with `www.`
 * added or left out is redirected to the domain's own, as its pages are.
 */
export function mountRobotsFile(app: FastifyInstance, domains: DomainDirectory): void {
  app.get('/robots.txt', async (request, reply) => {
    const reached = originOf(request);
    const config = await domains.configFor(hostnameOf(request));
    const origin = siteOrigin(config, reached);
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300');
    if (isOwnHost(config, reached)) return reply.send(robotsText({ origin, ...config.discovery }));
    if (bare(hostnameOf(request)) === bare(config.domain)) return reply.redirect(`${origin}/robots.txt`, 308);
    return reply.send(FOREIGN_ROBOTS_TEXT);
  });
}

function bare(hostname: string): string {
  return hostname.replace(/^www\./, '');
}
