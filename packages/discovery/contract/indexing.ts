import { type AreaCalls, callsInArea, instant, safeText } from '@vesper/core/contract';
import { VIDEO_STATUSES } from '@vesper/library/contract';
import { KEYWORD_STANDINGS } from '@vesper/words/contract';
import { z } from 'zod';

/** By host name; omitted means the default domain. */
export const OfDomain = z.object({ domain: safeText(253).optional() });

export const PageStates = z.object({
  domain: z.string(),
  videos: z.object({
    indexable: z.number().int(),
    /** Visible, but another domain owns them: their pages name that one as canonical. */
    ownedElsewhere: z.number().int(),
    /** Not shown to visitors. */
    notVisible: z.array(z.object({ status: z.enum(VIDEO_STATUSES), count: z.number().int() })),
  }),
  categories: z.object({
    indexable: z.number().int(),
    ownedElsewhere: z.number().int(),
    withoutVideos: z.number().int(),
  }),
  /** Across all domains. */
  keywords: z.object({
    byStanding: z.array(z.object({ standing: z.enum(KEYWORD_STANDINGS), count: z.number().int() })),
    /** False if only some keywords were counted. */
    isWhole: z.boolean(),
    /** False if another domain owns them all: their pages name that one as canonical. */
    areOwned: z.boolean(),
  }),
});
export type PageStates = z.infer<typeof PageStates>;

export const SitemapState = z.object({
  path: z.string(),
  /** Null if too many to count. */
  addresses: z.number().int().nullable(),
  /** The domain owns only some of these. */
  isUpperBound: z.boolean(),
  /** The last change of its videos; null for other pages. */
  changedAt: instant.nullable(),
});
export type SitemapState = z.infer<typeof SitemapState>;

export const EngineVisits = z.object({
  engine: z.string(),
  label: z.string(),
  /** Null if there was none within 400 days. */
  lastAt: instant.nullable(),
  /** The last 30 days, oldest first, without empty days. */
  days: z.array(z.object({ day: z.iso.date(), visits: z.number().int() })),
});
export type EngineVisits = z.infer<typeof EngineVisits>;

/** Queued addresses are counted up to this. */
export const MOST_WAITING = 100_000;

export const IndexNowTarget = z.object({
  endpoint: z.string(),
  /** At most MOST_WAITING. */
  waiting: z.number().int(),
  told: z.number().int(),
  lastToldAt: instant.nullable(),
  problem: z.string().nullable(),
  nextTryAt: instant.nullable(),
});
export type IndexNowTarget = z.infer<typeof IndexNowTarget>;

/** How important a field is to engines; `other` if they do not say. */
export const FIELD_LEVELS = ['required', 'recommended', 'where it applies', 'other'] as const;

export const SeenField = z.object({
  name: z.string(),
  level: z.enum(FIELD_LEVELS),
  value: z.string().nullable(),
  fault: z.string().nullable(),
});
export type SeenField = z.infer<typeof SeenField>;

export const SeenPage = z.object({
  url: z.string(),
  status: z.number().int(),
  location: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  /** The `lang` of <html>. */
  language: z.string(),
  canonical: z.string().nullable(),
  robots: z.string().nullable(),
  isIndexable: z.boolean(),
  /** Why it is indexable or not, as a sentence. */
  verdict: z.string(),
  /** Faults of the page or its data as a whole, as sentences. */
  faults: z.array(z.string()),
  /** schema.org things of its JSON-LD, then Open Graph. */
  things: z.array(z.object({ type: z.string(), fields: z.array(SeenField) })),
});
export type SeenPage = z.infer<typeof SeenPage>;

const WHICH = 'Which page? Please give its address as "url".';

export const indexingCalls = callsInArea('site', {
  states: {
    route: 'GET /api/admin/indexing/states',
    summary: "Counts a domain's pages by state: indexable by search engines, or why not.",
    query: OfDomain,
    output: PageStates,
  },
  sitemaps: {
    route: 'GET /api/admin/indexing/sitemaps',
    summary: "Lists the files of a domain's sitemap.",
    query: OfDomain,
    output: z.object({
      files: z.array(SitemapState),
      count: z.number().int(),
    }),
  },
  visits: {
    route: 'GET /api/admin/indexing/visits',
    summary: "Lists the visits of search engines' verified crawlers, by engine and day.",
    output: z.array(EngineVisits),
  },
  indexNow: {
    route: 'GET /api/admin/indexing/index-now',
    summary: "Shows how engines are notified of a domain's changed pages, and what went wrong.",
    query: OfDomain,
    output: z.object({
      isOn: z.boolean(),
      targets: z.array(IndexNowTarget),
    }),
  },
  page: {
    route: 'GET /api/admin/indexing/page',
    summary: 'Reads a page of this site as a search engine does, and checks its structured data.',
    query: z.object({
      url: safeText(2000).trim().min(1, WHICH),
    }),
    output: SeenPage,
  },
} as const satisfies AreaCalls);
