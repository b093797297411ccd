import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  type OpenCalls,
  openCalls,
  SeenVersion,
  safeText,
  shownText,
  wholeNumber,
} from '@vesper/core/contract';
import { HOME_PAGE_SIZE, KeywordLink, Owner, Pagination, Video } from '@vesper/library/contract';
import { z } from 'zod';
import { AUTO_LINK_LIMITS, DEFAULT_AUTO_LINK_LIMIT } from './keyword-limits.ts';

const SLUG =
  'A slug has letters, digits and single hyphens between them, such as slow-fractals, and at most 100 characters.';
/** Allows combining marks, which Hindi and Thai need. */
const SLUG_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u;
/** GET /api/keywords/{lang}/{slug} would collide with POST /api/keywords/{id}/auto-link. */
const TAKEN_SLUGS: readonly string[] = ['auto-link'];

const COUNTRY = 'A country is a two-letter code, such as US.';
const VOLUME = 'searchVolume must be a whole number from 0 to 2,000,000,000.';
const DIFFICULTY = 'difficulty must be a whole number from 0 to 100.';
const VERSION = 'version must be the number that came with the keyword.';

const keyword = requiredText(200, 'Please enter a keyword.');
const slug = requiredText(400, 'Please enter a slug.')
  .transform((text) => text.normalize('NFC').toLowerCase())
  .refine((text) => text.length <= 100 && SLUG_PATTERN.test(text), SLUG)
  .refine((text) => !TAKEN_SLUGS.includes(text), 'This slug is reserved by the site: please choose another.');
const metaTitle = requiredText(300, 'Please enter a meta title.');
const metaDescription = requiredText(1000, 'Please enter a meta description.');
/** Empty means none: the keyword's page is then under /en. */
const languageCode = optionalText(35);
const countryCode = optionalText(2).refine((code) => code === null || /^[a-z]{2}$/i.test(code), COUNTRY);
const searchVolume = z.number(VOLUME).int(VOLUME).min(0, VOLUME).max(2_000_000_000, VOLUME).nullable();
const difficulty = z.number(DIFFICULTY).int(DIFFICULTY).min(0, DIFFICULTY).max(100, DIFFICULTY).nullable();
const category = optionalText(100);
const enabled = z.boolean('enabled must be true or false.');
const reviewed = z.boolean('reviewed must be true or false.');

/** `reviewed`: a person has read its title and description. Default: true for administrators; false for tokens, which cannot set it. */
export const NewKeyword = z.object({
  keyword,
  slug,
  metaTitle,
  metaDescription,
  languageCode: languageCode.optional(),
  countryCode: countryCode.optional(),
  searchVolume: searchVolume.optional(),
  difficulty: difficulty.optional(),
  category: category.optional(),
  enabled: enabled.optional(),
  reviewed: reviewed.optional(),
});
export type NewKeyword = z.infer<typeof NewKeyword>;

/** Omitted fields stay. With the `version` that was read, an edit is refused if someone else changed it since. */
export const KeywordChanges = NewKeyword.partial().extend({
  /** Allows blocked terms in its words; not for a token. */
  passed: z.boolean('passed must be true or false.').optional(),
  version: z.number(VERSION).int(VERSION).optional(),
});
export type KeywordChanges = z.infer<typeof KeywordChanges>;

/** Whether search engines may index its page. `alike`: another page shows nearly the same videos. `pending`: not computed yet. */
export const KEYWORD_STANDINGS = [
  'indexable',
  'unreviewed',
  'few',
  'alike',
  'pending',
  'disabled',
  'refused',
  'language_disabled',
] as const;
export type KeywordStanding = (typeof KEYWORD_STANDINGS)[number];

export const KeywordRecord = z.object({
  id: z.string(),
  keyword: z.string(),
  slug: z.string(),
  languageCode: z.string().nullable(),
  countryCode: z.string().nullable(),
  searchVolume: z.number().int().nullable(),
  difficulty: z.number().int().nullable(),
  category: z.string().nullable(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  enabled: z.boolean(),
  views: z.number().int(),
  createdAt: instant,
  /** The `before` of the next page of the list, newest first. */
  position: z.number().int(),
  version: z.number().int(),
  /** Linked videos, hidden ones included, counted up to 1,000. */
  linkedVideos: z.number().int(),
  reviewed: z.boolean(),
  /** An administrator has allowed its blocked terms. */
  passed: z.boolean(),
  standing: z.enum(KEYWORD_STANDINGS),
  /** The page that shows nearly the same videos. */
  alikeTo: z.string().nullable(),
});
export type KeywordRecord = z.infer<typeof KeywordRecord>;

export const KeywordDeleted = z.object({
  message: z.string(),
  /** Links deleted. */
  unlinked: z.number().int(),
});
export type KeywordDeleted = z.infer<typeof KeywordDeleted>;

export const KeywordIndex = z.object({
  links: z.array(KeywordLink),
  page: z.number().int(),
  /** At least 1. */
  totalPages: z.number().int(),
  total: z.number().int(),
});
export type KeywordIndex = z.infer<typeof KeywordIndex>;

const LIMIT = `limit must be one of ${AUTO_LINK_LIMITS.join(', ')}.`;

export const AutoLinked = z.object({
  linkedCount: z.number().int(),
  /** Public ones. */
  totalCount: z.number().int(),
});
export type AutoLinked = z.infer<typeof AutoLinked>;

export const LinkedVideo = z.object({
  videoId: z.string(),
  title: z.string(),
  status: z.enum(['processing', 'published', 'hidden', 'removed']),
  relevanceScore: z.number().int(),
  /** On the keyword's page. */
  localizedTitle: z.string().nullable(),
  linkedAt: instant,
});
export type LinkedVideo = z.infer<typeof LinkedVideo>;

export const LinkedVideos = z.object({ videos: z.array(LinkedVideo), next: z.string().nullable() });
export type LinkedVideos = z.infer<typeof LinkedVideos>;

export const KeywordLinkChanged = z.object({
  /** False if nothing had to change. */
  changed: z.boolean(),
});
export type KeywordLinkChanged = z.infer<typeof KeywordLinkChanged>;

function requiredText(maxLength: number, sentence: string) {
  return z
    .string(sentence)
    .pipe(shownText(maxLength))
    .refine((text) => text.trim() !== '', { error: sentence, abort: true })
    .transform((text) => text.trim().replace(/\s+/g, ' '));
}

/** Empty text means null, as a form sends it. */
function optionalText(maxLength: number) {
  return shownText(maxLength)
    .nullable()
    .transform((text) => text?.trim() || null);
}

/** Without a language, `languageCode` is "en". */
export const Keyword = z.object({
  keyword: z.string(),
  slug: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  languageCode: z.string(),
  views: z.number().int(),
  /** By search engines. */
  indexable: z.boolean(),
});
export type Keyword = z.infer<typeof Keyword>;

export const KeywordVideo = Video.extend({
  localizedTitle: z.string(),
  localizedDescription: z.string(),
});
export type KeywordVideo = z.infer<typeof KeywordVideo>;

export const KeywordPage = z.object({
  keyword: Keyword,
  videos: z.array(KeywordVideo),
  pagination: Pagination,
  /** If another domain owns the keyword pages. */
  owner: z.optional(Owner),
});
export type KeywordPage = z.infer<typeof KeywordPage>;

export const keywordsCalls = callsInArea(
  'words',
  {
    list: {
      route: 'GET /api/keywords',
      summary: 'Lists keywords with their video counts.',
      /** `languageCode=none` lists those without a language. */
      query: z.object({
        limit: wholeNumber('limit', 1, 200, 100),
        before: wholeNumber('before', 1, 999_999_999, 999_999_999),
        search: safeText(200).optional(),
        languageCode: safeText(35).optional(),
        enabled: z.enum(['true', 'false'], { error: 'enabled must be true or false.' }).optional(),
        standing: z
          .enum(KEYWORD_STANDINGS, { error: `standing must be one of ${KEYWORD_STANDINGS.join(', ')}.` })
          .optional(),
      }),
      output: z.array(KeywordRecord),
    },
    create: {
      route: 'POST /api/keywords',
      summary: 'Creates a keyword with its page.',
      undo: 'keywords.delete',
      body: NewKeyword,
      output: KeywordRecord,
      errors: ['conflict'],
    },
    change: {
      route: 'PATCH /api/keywords/:id',
      summary: 'Changes a keyword.',
      undo: 'itself',
      params: IdParams,
      body: KeywordChanges,
      output: KeywordRecord,
      errors: ['not_found', 'conflict'],
    },
    delete: {
      route: 'DELETE /api/keywords/:id',
      summary: 'Deletes a keyword and its links to videos.',
      undo: 'keywords.create',
      params: IdParams,
      query: SeenVersion,
      output: KeywordDeleted,
      errors: ['not_found', 'conflict'],
    },
    autoLink: {
      route: 'POST /api/keywords/:id/auto-link',
      summary: 'Links random videos that match a keyword to it.',
      undo: 'keywords.unlink',
      params: IdParams,
      body: z.object({
        limit: z.literal(AUTO_LINK_LIMITS, { error: LIMIT }).default(DEFAULT_AUTO_LINK_LIMIT),
      }),
      output: AutoLinked,
      errors: ['not_found'],
    },
    videos: {
      route: 'GET /api/keyword-videos',
      summary: 'Lists the videos linked to a keyword.',
      query: z.object({
        keywordId: safeText(100),
        limit: wholeNumber('limit', 1, 100, 50),
        /** The `next` of the previous page. */
        after: safeText(200).optional(),
      }),
      output: LinkedVideos,
      errors: ['not_found'],
    },
    link: {
      route: 'POST /api/keyword-videos',
      summary: 'Links one video to a keyword.',
      undo: 'keywords.unlink',
      body: z.object({
        keywordId: safeText(100),
        videoId: safeText(100).trim().min(1, 'Please give the id of a video.'),
      }),
      output: KeywordLinkChanged,
      errors: ['not_found'],
    },
    unlink: {
      route: 'DELETE /api/keyword-videos/:keywordId/:videoId',
      summary: 'Unlinks one video from a keyword.',
      undo: 'keywords.link',
      params: z.object({ keywordId: safeText(100), videoId: safeText(100) }),
      output: KeywordLinkChanged,
      errors: ['not_found'],
    },
  } as const satisfies AreaCalls,
  openCalls({
    get: {
      route: 'GET /api/keywords/:lang/:slug',
      summary: 'Returns a keyword page with its videos, in the language of its address.',
      caller: 'public',
      params: z.object({ lang: safeText(35), slug: safeText(200) }),
      query: z.object({
        page: wholeNumber('page', 1, 100_000_000, 1),
        limit: wholeNumber('limit', 1, 100, HOME_PAGE_SIZE),
      }),
      output: KeywordPage,
      errors: ['not_found'],
    },
    links: {
      route: 'GET /api/keyword-links',
      summary: 'Lists keyword pages to link to, for the whole site or a category.',
      caller: 'public',
      query: z.object({ category: safeText(200).optional() }),
      output: z.array(KeywordLink),
    },
    index: {
      route: 'GET /api/keyword-index',
      summary: 'Lists all keyword pages that search engines may index, by language and name.',
      caller: 'public',
      query: z.object({ page: wholeNumber('page', 1, 999_999_999, 1) }),
      output: KeywordIndex,
    },
  } as const satisfies OpenCalls),
);
