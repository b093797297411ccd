import { z } from 'zod';
import type { CallGroup } from '../call.ts';

export const MAX_SITEMAP_CRAWL = 500;

const COUNT = `The number of videos must be a whole number from 1 to ${MAX_SITEMAP_CRAWL}.`;

/** A crawl of one source's sitemaps by hand (specification, sections 2.5 and 9). */
export const SitemapCrawl = z.object({
  videoCount: z.int(COUNT).min(1, COUNT).max(MAX_SITEMAP_CRAWL, COUNT).default(10),
  mode: z
    .enum(['random', 'sequential'], { error: 'The mode must be "random" or "sequential".' })
    .default('random'),
  /** Without it, the source that is named TXxx, or the only sitemap there is. */
  sourceId: z.string('The sourceId must be a text.').max(100, 'There is no such source.').optional(),
  /** Looks and counts, and queues nothing. */
  dryRun: z.boolean('dryRun must be true or false.').default(false),
});
export type SitemapCrawl = z.output<typeof SitemapCrawl>;

export const SitemapCrawled = z.object({
  jobsCreated: z.int(),
  /** Addresses that were looked at: those that were taken, and those that were passed over on the way. */
  videosFound: z.int(),
  /** Of these, what is here already in one way or another. */
  duplicatesSkipped: z.int(),
  errors: z.int(),
  /** What went wrong, in a sentence each: the first few. */
  problems: z.array(z.string()),
  /** Of the addresses looked at; `new` are those that were queued, or would be. */
  decisions: z.object({ new: z.int(), known: z.int(), duplicate: z.int(), blocked: z.int() }),
  dryRun: z.boolean(),
});
export type SitemapCrawled = z.output<typeof SitemapCrawled>;

/** What the card about the external source shows. */
export const SitemapCrawlSource = z.object({
  /** Null where there is no such source. */
  sourceId: z.string().nullable(),
  label: z.string(),
  /** How many files its index named when it was last read; null before the first time. */
  sitemapFiles: z.int().nullable(),
  /** The file with which a sequential crawl would begin, counted from 0. */
  nextIndex: z.int(),
});
export type SitemapCrawlSource = z.output<typeof SitemapCrawlSource>;

export const sitemapCrawlsCalls = {
  source: {
    method: 'GET',
    path: '/api/crawl-txxx-sitemaps',
    summary: 'The source whose sitemaps can be crawled by hand, and how many files they have.',
    caller: 'admin',
    area: 'ingest',
    output: SitemapCrawlSource,
    errors: [],
  },
  start: {
    method: 'POST',
    path: '/api/crawl-txxx-sitemaps',
    summary: 'Queues videos from the sitemaps of the external source, at random or in order.',
    caller: 'admin',
    area: 'ingest',
    undo: 'downloads.cancelChosen',
    body: SitemapCrawl,
    output: SitemapCrawled,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
} as const satisfies CallGroup;
