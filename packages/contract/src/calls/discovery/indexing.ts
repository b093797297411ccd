import { z } from 'zod';
import { type AreaCalls, callsInArea, type OpenCalls, openCalls } from '../../call.ts';
import { instant, safeText } from '../../text.ts';
import { VIDEO_STATUSES } from '../../video-states.ts';
import { KEYWORD_STANDINGS } from '../words/keywords.ts';

/** A page by what its address says: the id of a video, the slug of a category, or language and slug of a keyword. */
export const PageWanted = z.object({
  page: z.enum(['video', 'category', 'keyword'], { error: 'page must be video, category or keyword.' }),
  slug: safeText(400),
  lang: safeText(35).optional(),
});

/** The domain that answers for a host name; the default one without. */
export const OfDomain = z.object({ domain: safeText(253).optional() });

/** Whether a page was there before and is gone for good. */
export const GonePage = z.object({
  gone: z.boolean(),
  /** Of a video that a case took off, if its kind is told. */
  removal: z
    .object({
      day: z.iso.date(),
      /** To follow "after": `a copyright notice`. */
      after: z.string(),
      /** Null if it is not told. */
      caseId: z.string().nullable(),
      /** Whether the law has a counter-notice against it. */
      hasCounterNotice: z.boolean(),
    })
    .optional(),
});
export type GonePage = z.infer<typeof GonePage>;

/** A domain's pages by whether search engines may index them, and why not. */
export const PageStates = z.object({
  domain: z.string(),
  videos: z.object({
    indexable: z.number().int(),
    /** Visible, but another domain owns them: their pages name that one as canonical. */
    ownedElsewhere: z.number().int(),
    /** By status; no visitor sees them. */
    notVisible: z.array(z.object({ status: z.enum(VIDEO_STATUSES), count: z.number().int() })),
  }),
  categories: z.object({
    indexable: z.number().int(),
    /** With videos, but another domain owns them. */
    ownedElsewhere: z.number().int(),
    withoutVideos: z.number().int(),
  }),
  /** Pages of keywords, of all domains. */
  keywords: z.object({
    byStanding: z.array(z.object({ standing: z.enum(KEYWORD_STANDINGS), count: z.number().int() })),
    /** False if there are more keywords than are counted. */
    isWhole: z.boolean(),
    /** False if another domain owns them all: their pages name that one as canonical. */
    areOwned: z.boolean(),
  }),
});
export type PageStates = z.infer<typeof PageStates>;

/** One file of a domain's sitemap. */
export const SitemapState = z.object({
  path: z.string(),
  /** Null where they are too many to be counted. */
  addresses: z.number().int().nullable(),
  /** True if the domain owns a part of the videos only: of `addresses` some are left out. */
  isUpperBound: z.boolean(),
  /** When one of its videos changed last; null where none has, and of other pages. */
  changedAt: instant.nullable(),
});
export type SitemapState = z.infer<typeof SitemapState>;

/** The visits of an engine's verified crawlers. */
export const EngineVisits = z.object({
  engine: z.string(),
  /** Its name as people write it. */
  label: z.string(),
  /** Null if there was none within 400 days. */
  lastAt: instant.nullable(),
  /** The last 30 days, the oldest first; days without a visit are left out. */
  days: z.array(z.object({ day: z.iso.date(), visits: z.number().int() })),
});
export type EngineVisits = z.infer<typeof EngineVisits>;

/** Of a domain's addresses that wait to be submitted, so many are counted. */
export const MOST_WAITING = 100_000;

/** How an engine is told of a domain's changed pages (IndexNow). */
export const IndexNowTarget = z.object({
  endpoint: z.string(),
  /** Addresses that it is yet to be told of, at most MOST_WAITING. */
  waiting: z.number().int(),
  /** So far. */
  told: z.number().int(),
  lastToldAt: instant.nullable(),
  /** Why it could not be told the last time, as a sentence. */
  problem: z.string().nullable(),
  /** Null without a problem. */
  nextTryAt: instant.nullable(),
});
export type IndexNowTarget = z.infer<typeof IndexNowTarget>;

/** What is asked of a field: engines need it, wish for it, take it where it applies, or have not said. */
export const FIELD_LEVELS = ['required', 'recommended', 'where it applies', 'other'] as const;

export const SeenField = z.object({
  name: z.string(),
  level: z.enum(FIELD_LEVELS),
  /** As text, cut; null if it is missing. */
  value: z.string().nullable(),
  /** What is wrong with it, as a sentence. */
  fault: z.string().nullable(),
});
export type SeenField = z.infer<typeof SeenField>;

/** A page as a search engine reads it. */
export const SeenPage = z.object({
  url: z.string(),
  status: z.number().int(),
  /** Where a redirect leads. */
  location: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  /** Of <html>. */
  language: z.string(),
  canonical: z.string().nullable(),
  robots: z.string().nullable(),
  isIndexable: z.boolean(),
  /** Whether it is indexable, and why not, as a sentence. */
  verdict: z.string(),
  /** What is wrong with the page or its data as a whole, as sentences. */
  faults: z.array(z.string()),
  /** schema.org things of its JSON-LD, and Open Graph last. */
  things: z.array(z.object({ type: z.string(), fields: z.array(SeenField) })),
});
export type SeenPage = z.infer<typeof SeenPage>;

const WHICH = 'Which page? Please give its address as "url".';

export const indexingCalls = callsInArea(
  'site',
  {
    states: {
      route: 'GET /api/admin/indexing/states',
      summary: "Counts a domain's pages by whether search engines may index them, and why not.",
      query: OfDomain,
      output: PageStates,
      errors: ['bad_request'],
    },
    sitemaps: {
      route: 'GET /api/admin/indexing/sitemaps',
      summary: "Lists the files of a domain's sitemap.",
      query: OfDomain,
      output: z.object({
        /** In the order of the index, at most 1,000. */
        files: z.array(SitemapState),
        /** Of all. */
        count: z.number().int(),
      }),
      errors: ['bad_request'],
    },
    visits: {
      route: 'GET /api/admin/indexing/visits',
      summary: "Lists the visits of search engines' verified crawlers, by engine and day.",
      output: z.array(EngineVisits),
    },
    indexNow: {
      route: 'GET /api/admin/indexing/index-now',
      summary: "Says how engines are told of a domain's changed pages, and what went wrong.",
      query: OfDomain,
      output: z.object({
        /** False if no engine is to be told. */
        isOn: z.boolean(),
        targets: z.array(IndexNowTarget),
      }),
      errors: ['bad_request'],
    },
    page: {
      route: 'GET /api/admin/indexing/page',
      summary: 'Reads a page of this site as a search engine does, and checks its structured data.',
      query: z.object({
        url: safeText(2000).trim().min(1, WHICH),
      }),
      output: SeenPage,
      errors: ['bad_request'],
    },
  } as const satisfies AreaCalls,
  openCalls({
    gone: {
      route: 'GET /api/gone',
      summary:
        'Says whether a page that is not there was there before, and is gone for good; of a takedown, when and why.',
      caller: 'public',
      query: PageWanted,
      output: GonePage,
      errors: ['bad_request'],
    },
  } as const satisfies OpenCalls),
);
