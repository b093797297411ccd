import { hostnameOf } from '@vesper/core/http/origin.ts';
import { redirectToSite } from '@vesper/core/http/redirect.ts';
import type { PageSite } from '@vesper/core/http/ssr.ts';
import type { DomainDirectory } from '@vesper/site/domains';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface RobotsParts {
  domains: DomainDirectory;
  siteOf: (request: FastifyRequest) => Promise<PageSite>;
}

/** Other names are redirected like their pages (RFC 9309, section 2.3.1.2), or let crawlers in to see `noindex`. */
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

/** The API, the back office, list orders and filters. Media and assets stay open: engines render pages. */
const DISALLOWED = [
  '/api/',
  '/admin',
  '/dashboard',
  '/library',
  '/dmca/submit?',
  '/report?',
  '/report/*?',
  ...['search', 'sort', 'duration', 'quality', 'date'].flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
];

interface RobotsRules {
  aiTraining: boolean;
  /** Undefined to name no sitemaps. */
  sitemapsAt: string | undefined;
}

/** RFC 9309. */
export function robotsText({ aiTraining, sitemapsAt }: RobotsRules): string {
  const everyone = ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`)];
  const trainers = [...AI_TRAINING_CRAWLERS.map((token) => `User-agent: ${token}`), 'Disallow: /'];
  const groups = [everyone, ...(aiTraining ? [] : [trainers])];
  if (sitemapsAt) groups.push([`Sitemap: ${sitemapsAt}/sitemap.xml`]);
  return `${groups.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/**
 * Product tokens (RFC 9309, section 2.2.1) of crawlers said to gather training data, apart from search and from
 * fetching for users. Compared with the sources on 2026-11-23.
 */
export const AI_TRAINING_CRAWLERS = [
  'Amazonbot', // https://developer.amazon.com/amazonbot
  'Applebot-Extended', // https://support.apple.com/en-us/119829
  'Bytespider', // https://github.com/ai-robots-txt/ai.robots.txt
  'CCBot', // https://commoncrawl.org/ccbot
  'ClaudeBot', // https://support.claude.com/en/articles/8896518
  'cohere-training-data-crawler', // https://github.com/ai-robots-txt/ai.robots.txt
  'Diffbot', // https://github.com/ai-robots-txt/ai.robots.txt
  'Google-Extended', // https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers
  'GPTBot', // https://developers.openai.com/docs/bots
  'meta-externalagent', // https://developers.facebook.com/docs/sharing/webmasters/web-crawlers
  'omgili', // https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website
  'PanguBot', // https://github.com/ai-robots-txt/ai.robots.txt
  'Webzio-Extended', // https://webz.io/bot.html
];
