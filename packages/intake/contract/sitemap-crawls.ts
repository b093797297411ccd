import { type AreaCalls, callsInArea } from '@vesper/core/contract';
import { z } from 'zod';

export const MAX_SITEMAP_CRAWL = 500;

const COUNT = `The number of videos must be a whole number from 1 to ${MAX_SITEMAP_CRAWL}.`;

export const SitemapCrawl = z.object({
  videoCount: z.int(COUNT).min(1, COUNT).max(MAX_SITEMAP_CRAWL, COUNT).default(10),
  mode: z
    .enum(['random', 'sequential'], { error: 'The mode must be "random" or "sequential".' })
    .default('random'),
  /** By default the source named TXxx, or the only sitemap. */
  sourceId: z.string('The sourceId must be text.').max(100, 'This source does not exist.').optional(),
  dryRun: z.boolean('dryRun must be true or false.').default(false),
});
export type SitemapCrawl = z.output<typeof SitemapCrawl>;

export const SitemapCrawled = z.object({
  jobsCreated: z.int(),
  /** Addresses read, whether queued or skipped. */
  videosFound: z.int(),
  duplicatesSkipped: z.int(),
  errors: z.int(),
  problems: z.array(z.string()),
  /** `new` were, or would be, queued. */
  decisions: z.object({ new: z.int(), known: z.int(), duplicate: z.int(), blocked: z.int() }),
  dryRun: z.boolean(),
});
export type SitemapCrawled = z.output<typeof SitemapCrawled>;

export const SitemapCrawlSource = z.object({
  sourceId: z.string().nullable(),
  label: z.string(),
  /** Number of files in its index when last read; null before that. */
  sitemapFiles: z.int().nullable(),
  /** The file at which a sequential crawl would start, from 0. */
  nextIndex: z.int(),
});
export type SitemapCrawlSource = z.output<typeof SitemapCrawlSource>;

export const sitemapCrawlsCalls = callsInArea('ingest', {
  source: {
    route: 'GET /api/crawl-txxx-sitemaps',
    summary: 'Returns the source whose sitemaps can be crawled manually, and its number of files.',
    output: SitemapCrawlSource,
  },
  start: {
    route: 'POST /api/crawl-txxx-sitemaps',
    summary: 'Queues videos from the sitemaps of the external source, at random or in order.',
    undo: 'downloads.cancelChosen',
    body: SitemapCrawl,
    output: SitemapCrawled,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
