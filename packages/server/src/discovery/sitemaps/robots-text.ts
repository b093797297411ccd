import { AI_TRAINING_CRAWLERS } from './ai-crawlers.ts';

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
  ...['search', 'sort', 'duration', 'quality', 'date'].flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
];

/** A domain's robots.txt (RFC 9309). `origin` is where its sitemaps are. */
export function robotsText({ origin, aiTraining }: { origin: string; aiTraining: boolean }): string {
  const everyone = ['User-agent: *', ...NOT_WALKED.map((path) => `Disallow: ${path}`)];
  const trainers = [...AI_TRAINING_CRAWLERS.map(({ token }) => `User-agent: ${token}`), 'Disallow: /'];
  const groups = aiTraining ? [everyone] : [everyone, trainers];
  return `${[...groups, [`Sitemap: ${origin}/sitemap.xml`]].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** For a host name that is no domain's. */
export const FOREIGN_ROBOTS_TEXT = 'User-agent: *\nDisallow: /\n';
