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
  const trainers = [...AI_TRAINING_CRAWLERS.map(({ token }) => `User-agent: ${token}`), 'Disallow: /'];
  const groups = [everyone, ...(aiTraining ? [] : [trainers])];
  if (sitemapsAt) groups.push([`Sitemap: ${sitemapsAt}/sitemap.xml`]);
  return `${groups.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
