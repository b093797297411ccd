import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostnameOf } from '../../kernel/http/origin.ts';
import { redirectToSite } from '../../kernel/http/redirect.ts';
import type { PageSite } from '../../kernel/http/ssr.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';

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

/**
 * What no crawler should walk: calls, the back office, what is kept in the visitor's browser, and the countless orders
 * and filters of the same lists. Pictures, films, scripts and styles stay open, for engines render pages.
 */
const NOT_WALKED = [
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
  /** The origin whose sitemaps it names; undefined to name none. */
  sitemapsAt: string | undefined;
}

/** A domain's robots.txt (RFC 9309). */
export function robotsText({ aiTraining, sitemapsAt }: RobotsRules): string {
  const everyone = ['User-agent: *', ...NOT_WALKED.map((path) => `Disallow: ${path}`)];
  const trainers = [...AI_TRAINING_CRAWLERS.map((token) => `User-agent: ${token}`), 'Disallow: /'];
  const groups = [everyone, ...(aiTraining ? [] : [trainers])];
  if (sitemapsAt) groups.push([`Sitemap: ${sitemapsAt}/sitemap.xml`]);
  return `${groups.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/**
 * Product tokens (RFC 9309, section 2.2.1) of those whose operators, or the list that knows them, say that what they
 * gather trains models, each named apart from the operator's search engine.
 * Crawlers that fetch pages for an AI search or at a user's word are not among them: refusing these takes the site out
 * of answers. Last compared with the sources on 2026-11-23.
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
