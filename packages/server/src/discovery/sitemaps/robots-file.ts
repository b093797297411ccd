import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostnameOf } from '../../kernel/http/origin.ts';
import { redirectToSite } from '../../kernel/http/redirect.ts';
import type { PageSite } from '../../kernel/http/ssr.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';
import { robotsText } from './robots-text.ts';

export interface RobotsParts {
  domains: DomainDirectory;
  siteOf: (request: FastifyRequest) => Promise<PageSite>;
}

/**
 * Serves /robots.txt by domain. A name that is no domain's is redirected as its pages are, which crawlers follow to
 * another name too (RFC 9309, section 2.3.1.2); where pages are shown instead, crawlers are let in to see that each of
 * them asks to be left out.
 */
export function mountRobotsFile(app: FastifyInstance, { domains, siteOf }: RobotsParts): void {
  app.get('/robots.txt', async (request, reply) => {
    const { origin, isOwn, isRedirected } = await siteOf(request);
    if (isRedirected) return redirectToSite(request, reply, origin);
    const { discovery } = await domains.configFor(hostnameOf(request));
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(robotsText({ ...discovery, sitemapsAt: isOwn ? origin : undefined }));
  });
}
