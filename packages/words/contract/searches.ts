import {
  type AreaCalls,
  callsInArea,
  cutText,
  type OpenCalls,
  openCalls,
  safeText,
  wholeNumber,
} from '@vesper/core/contract';
import { SEARCH_LENGTH } from '@vesper/library/contract';
import { z } from 'zod';

/** `search`: a search made by many. */
export const SUGGESTION_KINDS = ['search', 'category', 'tag', 'keyword', 'video'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export const MOST_SUGGESTIONS = 8;
/** Cached by browsers this long, so a removed video may be suggested for as long. */
const SUGGESTIONS_SECONDS = 5;

export const Suggestion = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  text: z.string(),
  /** Path of the page that it leads to. */
  path: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** Longer searches are cut off, and not counted. */
export const LONGEST_COUNTED_SEARCH = 100;

export const Suggestions = z.object({ suggestions: z.array(Suggestion) });

/** Days are kept this long. */
export const SEARCHES_KEPT_DAYS = 90;

const DAY = 'It must be a date since 2000, such as 2026-11-30.';
const day = z.iso.date(DAY).refine((text) => text >= '2000-01-01', DAY);

/** Only days on which several networks searched for it are recorded. */
export const SearchRecord = z.object({
  text: z.string(),
  /** Summed over the days: a network that searched on two days counts twice. */
  networks: z.number().int(),
  days: z.number().int(),
  lastDay: z.iso.date(),
  /** Videos found, up to 1,000; null before the first count. */
  results: z.number().int().nullable(),
  keywordId: z.string().nullable(),
  isSynonym: z.boolean(),
  isSettled: z.boolean(),
});
export type SearchRecord = z.infer<typeof SearchRecord>;

export const SearchRecords = z.object({ searches: z.array(SearchRecord), next: z.number().int().nullable() });
export type SearchRecords = z.infer<typeof SearchRecords>;

export const searchesCalls = callsInArea(
  'words',
  {
    list: {
      route: 'GET /api/admin/searches',
      summary: 'Lists searches made by several networks, those without results first.',
      query: z.object({
        /** Days in UTC; the last seven by default. */
        from: day.optional(),
        to: day.optional(),
        /** `open` leaves out settled ones, keywords and synonyms. */
        state: z.enum(['open', 'all'], { error: 'state must be open or all.' }).default('open'),
        limit: wholeNumber('limit', 1, 200, 100),
        /** The `next` of the previous page. */
        after: wholeNumber('after', 0, 999_999, 0),
      }),
      output: SearchRecords,
    },
    settle: {
      route: 'POST /api/admin/searches/settle',
      summary: 'Settles a search, so that it is neither listed as open nor suggested, or reopens it.',
      undo: 'itself',
      body: z.object({
        text: safeText(LONGEST_COUNTED_SEARCH).trim().min(1, 'Please give a text.'),
        isSettled: z.boolean('isSettled must be true or false.'),
      }),
      output: z.object({
        /** False if nothing had to change. */
        changed: z.boolean(),
      }),
    },
  } as const satisfies AreaCalls,
  openCalls({
    suggest: {
      route: 'GET /api/search/suggest',
      summary: 'Suggests completions of a typed text: searches, categories, tags, keywords and videos.',
      caller: 'public',
      keptSeconds: SUGGESTIONS_SECONDS,
      query: z.object({
        text: cutText(LONGEST_COUNTED_SEARCH),
        /** The visitor's language: its keywords are suggested beside English ones. */
        language: safeText(35).optional(),
      }),
      output: Suggestions,
      errors: ['too_many_requests'],
    },
    asked: {
      route: 'POST /api/search/asked',
      summary: 'Counts a search, once per network and day; only searches by several networks are stored.',
      caller: 'public',
      body: z.object({ text: cutText(SEARCH_LENGTH) }),
      /** False for robots, repetitions by a network on one day, and texts that are not counted. */
      output: z.object({ counted: z.boolean() }),
    },
  } as const satisfies OpenCalls),
);
