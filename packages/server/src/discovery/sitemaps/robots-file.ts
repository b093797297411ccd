import type { FastifyInstance } from 'fastify';
import { hostnameOf, withoutWww } from '../../kernel/http/origin.ts';
import { type DomainDirectory, domainOf } from '../../site/domains/index.ts';
import { FOREIGN_ROBOTS_TEXT, robotsText } from './robots-text.ts';

/**
 * Serves /robots.txt by domain. By a host name that is no domain's it refuses everything; a domain's name with `www.`
 * added or left out is redirected to the domain's own, as its pages are.
 */
export function mountRobotsFile(app: FastifyInstance, domains: DomainDirectory): void {
  app.get('/robots.txt', async (request, reply) => {
    const { config, origin, isOwn } = await domainOf(request, domains);
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300');
    if (isOwn) return reply.send(robotsText({ origin, ...config.discovery }));
    if (withoutWww(hostnameOf(request)) === withoutWww(config.domain))
      return reply.redirect(`${origin}/robots.txt`, 308);
    return reply.send(FOREIGN_ROBOTS_TEXT);
  });
}
