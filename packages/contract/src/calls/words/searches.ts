import { z } from 'zod';
import { type AreaCalls, callsInArea, type OpenCalls, openCalls } from '../../call.ts';
import { cutText, safeText, wholeNumber } from '../../text.ts';
import { SEARCH_LENGTH } from '../library/videos.ts';

/** What a suggestion leads to: a search that many made, a list of videos, a keyword's page, or a video. */
export const SUGGESTION_KINDS = ['search', 'category', 'tag', 'keyword', 'video'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** At most this many are answered. */
export const MOST_SUGGESTIONS = 8;
/** An answer may be kept this long: what is taken off is suggested no longer than this. */
const SUGGESTIONS_SECONDS = 5;

export const Suggestion = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  text: z.string(),
  /** The path of the page that it leads to. */
  path: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** Those of longer texts are not counted, nor is more read while somebody types. */
export const LONGEST_COUNTED_SEARCH = 100;

export const Suggestions = z.object({ suggestions: z.array(Suggestion) });

/** Days are kept this long. */
export const SEARCHES_KEPT_DAYS = 90;

const DAY = 'It must be a day since 2000, such as 2026-11-30.';
const day = z.iso.date(DAY).refine((text) => text >= '2000-01-01', DAY);

export const SearchesQuery = z.object({
  /** The first and the last day, in UTC; the last seven days without them. */
  from: day.optional(),
  to: day.optional(),
  /** `open` leaves out what has been settled, is a keyword or has synonyms. */
  state: z.enum(['open', 'all'], { error: 'state must be open or all.' }).default('open'),
  limit: wholeNumber('limit', 1, 200, 100),
  /** The `next` of the previous page. */
  after: wholeNumber('after', 0, 999_999, 0),
});

/** What people looked for in some days; several networks each day, or it is not known at all. */
export const SearchRecord = z.object({
  text: z.string(),
  /** Networks that asked, added up over the days: who asked on two days counts twice. */
  networks: z.number().int(),
  days: z.number().int(),
  lastDay: z.iso.date(),
  /** How many videos were found when that was last looked at, up to 1,000; null before the first time. */
  results: z.number().int().nullable(),
  /** The id of a keyword with these words. */
  keywordId: z.string().nullable(),
  /** Whether it is in a group of synonyms. */
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
      summary: 'Lists what several networks looked for, what finds nothing first.',
      query: SearchesQuery,
      output: SearchRecords,
      errors: ['bad_request'],
    },
    settle: {
      route: 'POST /api/admin/searches/settle',
      summary: 'Settles a searched text, so that it is neither listed as open nor suggested, or reopens it.',
      undo: 'itself',
      body: z.object({
        text: safeText(LONGEST_COUNTED_SEARCH).trim().min(1, 'Please give a text.'),
        isSettled: z.boolean('isSettled must be true or false.'),
      }),
      output: z.object({
        /** False if nothing had to change. */
        changed: z.boolean(),
      }),
      errors: ['bad_request'],
    },
  } as const satisfies AreaCalls,
  openCalls({
    suggest: {
      route: 'GET /api/search/suggest',
      summary: 'Suggests what a typed text may become: searches, categories, tags, keywords and videos.',
      caller: 'public',
      keptSeconds: SUGGESTIONS_SECONDS,
      query: z.object({
        text: cutText(LONGEST_COUNTED_SEARCH),
        /** The visitor's language, such as "de": its keywords are suggested beside English ones. */
        language: safeText(35).optional(),
      }),
      output: Suggestions,
      errors: ['bad_request', 'too_many_requests'],
    },
    asked: {
      route: 'POST /api/search/asked',
      summary: 'Counts a search, once per network and day; only what several networks asked is stored.',
      caller: 'public',
      body: z.object({ text: cutText(SEARCH_LENGTH) }),
      /** `counted` is false for robots, for what the visitor's network has asked before that day, and for texts that are not counted. */
      output: z.object({ counted: z.boolean() }),
      errors: ['bad_request'],
    },
  } as const satisfies OpenCalls),
);
