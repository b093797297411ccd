import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  oneOf,
  safeText,
  seenVersion,
  shownText,
} from '@vesper/core/contract';
import { z } from 'zod';
import { Decision } from './ledger.ts';
import { PageRules, RulesToTry, RulesTrial } from './page-rules.ts';
import { TakenFrom } from './taken-from.ts';

const PageTry = z.object({
  url: z.string(),
  title: z.string().nullable(),
  /** Candidates for the film, best first. */
  films: z.array(z.string()),
  player: z.string().nullable(),
  takenFrom: TakenFrom,
  /** What could not be read, or why nothing would be imported, one sentence each. */
  notes: z.array(z.string()),
});
export type PageTry = z.infer<typeof PageTry>;

/** What a crawl of a source would find first. Nothing is queued or stored. */
export const DryRun = z.object({
  items: z.array(z.object({ url: z.string(), title: z.string().nullable() })),
  found: z.number().int(),
  decisions: z.partialRecord(Decision, z.number().int()),
  problems: z.array(z.object({ url: z.string(), message: z.string() })),
  /** The first pages, read as their downloads would read them. */
  pages: z.array(PageTry),
  end: z.enum(['complete', 'enough', 'time']),
});
export type DryRun = z.output<typeof DryRun>;

export const SOURCE_KINDS = ['sitemap', 'feed', 'list', 'dump', 'page', 'ytdlp', 'folder', 'upload'] as const;
/** Not crawled: their films are files that were moved in or uploaded. */
export const FILE_KINDS: readonly string[] = ['folder', 'upload'];
/** How visitors get the videos: from our storage, from the source's file, or in the source's player. */
export const DELIVERIES = ['hosted', 'remote', 'embed'] as const;
/** Streams in several qualities: as set for the site, always, or never. */
export const RENDITIONS = ['default', 'on', 'off'] as const;
export const BASES = ['own', 'licence', 'feed_terms', 'api'] as const;
/** What a basis permits. Hosted videos need `download`, remote ones `hotlink`, embeds `embed`. */
export const SCOPES = ['embed', 'hotlink', 'download', 'metadata'] as const;

const QUOTA = 'It must be a whole number from 0 to 1,000,000.';
const DELAY = 'It must be a whole number of milliseconds from 0 to 86,400,000.';
const CONCURRENCY = 'It must be a whole number from 1 to 8.';
const NAME = 'A source needs a name.';
const SCOPE = 'It must be a list of at least one of embed, hotlink, download, metadata.';
const EVIDENCE = 'A permission needs evidence: its text, or the SHA-256 of a file that contains it.';
const HASH = 'It must be a SHA-256: 64 hex digits.';
const DATE = 'It must be a day such as 2026-11-30, or a time such as 2026-11-30T12:00:00Z.';
const MAP = 'It must be an object of at most 500 names, each with one of our categories.';

const name = shownText(200).trim().min(1, NAME);
const baseUrl = safeText(8000).trim().min(1, 'A source needs an address.');
const kind = oneOf('It', SOURCE_KINDS);
const enabled = z.boolean('It must be true or false.');
const dailyQuota = z.number(QUOTA).int(QUOTA).min(0, QUOTA).max(1_000_000, QUOTA);
const delivery = oneOf('It', DELIVERIES);
const renditions = oneOf('It', RENDITIONS);
const followWords = z.boolean('It must be true or false.');
const crawlDelayMs = z.number(DELAY).int(DELAY).min(0, DELAY).max(86_400_000, DELAY);
const concurrency = z.number(CONCURRENCY).int(CONCURRENCY).min(1, CONCURRENCY).max(8, CONCURRENCY);
const HOSTS = 'It must be a list of at most 50 host names, such as videos.example.';
const hosts = z
  .array(
    safeText(260)
      .trim()
      .toLowerCase()
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}\.?(?::\d{1,5})?$/, HOSTS),
    { error: HOSTS },
  )
  .max(50, HOSTS);
const mapped = shownText(60).trim().min(1, 'A category must not be empty.');
const categoryMap = z
  .record(mapped.toLowerCase(), mapped, { error: MAP })
  .refine((map) => Object.keys(map).length <= 500, MAP);
/** An empty text removes it. */
const contactEmail = safeText(254)
  .trim()
  .regex(/^$|^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/, 'It must be an email address.');
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: DATE });

/** A day means its start (UTC) in `validFrom` and its end in `validUntil`; by default from now on, without end. */
export const NewBasis = z
  .object(
    {
      basis: oneOf('It', BASES),
      scope: z
        .array(z.enum(SCOPES, { error: SCOPE }), { error: SCOPE })
        .min(1, SCOPE)
        .max(20, SCOPE),
      evidence: shownText(10_000).trim().min(1, EVIDENCE).nullish(),
      evidenceSha256: z
        .string(HASH)
        .regex(/^[0-9a-f]{64}$/i, HASH)
        .nullish(),
      grantedBy: shownText(200).trim().min(1, 'It must not be empty.').nullish(),
      validFrom: moment.nullish(),
      validUntil: moment.nullish(),
    },
    { error: 'A permission is an object with basis, scope and evidence.' },
  )
  .refine((basis) => Boolean(basis.evidence || basis.evidenceSha256), EVIDENCE);
export type NewBasis = z.infer<typeof NewBasis>;

/** By default a source is enabled if its basis covers it. */
export const NewSource = z.object({
  name,
  baseUrl,
  kind: kind.default('sitemap'),
  enabled: enabled.optional(),
  /** By default 10, and 1,000,000 for a dump. */
  dailyQuota: dailyQuota.optional(),
  delivery: delivery.default('hosted'),
  renditions: renditions.default('default'),
  categoryMap: categoryMap.default({}),
  pageRules: PageRules.nullish(),
  /** Whether videos follow changes of their pages, except in edited fields. */
  followWords: followWords.default(true),
  crawlDelayMs: crawlDelayMs.default(1000),
  concurrency: concurrency.default(1),
  /** Further hosts of its site; www., m. and amp. are included. */
  hosts: hosts.default([]),
  /** Notified when its videos are taken down because of a notice, or restored. */
  contactEmail: contactEmail.nullish(),
  basis: NewBasis.optional(),
  /** Checks its address, unless checked within ten minutes, and stores the result as its last reading. */
  look: z.boolean('It must be true or false.').optional(),
});
export type NewSource = z.infer<typeof NewSource>;

export const PlannedSource = NewSource.omit({ look: true }).partial({ name: true });
export type PlannedSource = z.infer<typeof PlannedSource>;

/** Omitted fields stay. A `basis` is added and replaces earlier ones when it begins; null ends them now. */
export const SourceChanges = z
  .object({ name, baseUrl, kind, enabled, dailyQuota, delivery, renditions })
  .extend({ categoryMap, followWords, crawlDelayMs, concurrency, hosts })
  .partial()
  .extend({
    /** Null removes all rules. */
    pageRules: PageRules.nullish(),
    /** Null or an empty text removes it. */
    contactEmail: contactEmail.nullish(),
    basis: NewBasis.nullish(),
    /** Checks its address and stores the result as its last reading. */
    look: z.boolean('It must be true or false.').optional(),
    /** The version that was read. If given, a change made by someone else since is not overwritten. */
    version: z.int('The version must be a whole number.').optional(),
  });
export type SourceChanges = z.infer<typeof SourceChanges>;

/** `endedAt` is set if a basis was withdrawn or replaced early. */
export const SourcePermission = z.object({
  id: z.string(),
  basis: z.enum(BASES),
  scope: z.array(z.enum(SCOPES)),
  evidence: z.string().nullable(),
  evidenceSha256: z.string().nullable(),
  grantedBy: z.string().nullable(),
  validFrom: instant,
  /** The first moment at which it is no longer valid. */
  validUntil: instant.nullable(),
  endedAt: instant.nullable(),
  createdAt: instant,
  isValid: z.boolean(),
});
export type SourcePermission = z.infer<typeof SourcePermission>;

export const SourcePause = z.object({
  /** The error class that opened its breaker, or "host" if its host asked for a pause. */
  class: z.string(),
  until: instant,
  message: z.string().nullable(),
});
export type SourcePause = z.infer<typeof SourcePause>;

export const READING_RESULTS = ['read', 'in_part', 'not_read'] as const;

export const SourceReading = z.object({
  result: z.enum(READING_RESULTS),
  at: instant,
  /** When the current series of this result began. */
  since: instant,
  message: z.string().nullable(),
});
export type SourceReading = z.infer<typeof SourceReading>;

export const SourceLook = z.object({
  /** As for a reading. `not_asked`: no basis, or a single page, which is read with its video. */
  outcome: z.enum([...READING_RESULTS, 'not_asked']),
  message: z.string(),
  found: z.number().int(),
  /** The check stopped early: there may be more than `found`. */
  isAtLeast: z.boolean(),
  examples: z.array(z.object({ url: z.string(), title: z.string().nullable() })).max(5),
  /** The detected kind, which may differ from the selected one; null if unknown. */
  kind: z.enum(SOURCE_KINDS).nullable(),
});
export type SourceLook = z.infer<typeof SourceLook>;

export const VideoSource = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  enabled: z.boolean(),
  dailyQuota: z.number().int(),
  /** When a crawl last read something; `lastReading` also covers attempts that read nothing. */
  lastCrawledAt: instant.nullable(),
  totalVideosAdded: z.number().int(),
  createdAt: instant,
  version: z.number().int(),
  kind: z.enum(SOURCE_KINDS),
  delivery: z.enum(DELIVERIES),
  renditions: z.enum(RENDITIONS),
  /** Our category by the source's name for it, in lower case; `*` stands for all other names. */
  categoryMap: z.record(z.string(), z.string()),
  pageRules: PageRules.nullable(),
  followWords: z.boolean(),
  crawlDelayMs: z.number().int(),
  concurrency: z.number().int(),
  hosts: z.array(z.string()),
  contactEmail: z.string().nullable(),
  /** The basis that covers the delivery; else the newest valid one, which does not; else null. */
  basis: SourcePermission.nullable(),
  /** All ever recorded, newest first. */
  permissions: z.array(SourcePermission),
  /** Why it was stopped; null if enabled, or disabled by hand. */
  disabledReason: z.string().nullable(),
  strikes: z.number().int(),
  /** When three strikes disabled it; null once enabled again. */
  struckOutAt: instant.nullable(),
  pauses: z.array(SourcePause),
  /** The last attempt to read it, by a crawl or dry run; null before the first. */
  lastReading: SourceReading.nullable(),
  state: z.string(),
});
export type VideoSource = z.infer<typeof VideoSource>;

/** `deleted` is false while its videos are still being removed in the background. */
export const SourceDeleted = z.object({ deleted: z.boolean() });
export type SourceDeleted = z.infer<typeof SourceDeleted>;

export const sourcesCalls = callsInArea('ingest', {
  list: {
    route: 'GET /api/video-sources',
    summary: 'Lists the sources of videos.',
    output: z.array(VideoSource),
  },
  create: {
    route: 'POST /api/video-sources',
    summary: 'Adds a source of videos.',
    undo: 'sources.delete',
    sealedInput: ['contactEmail'],
    body: NewSource,
    output: VideoSource,
    errors: ['conflict'],
  },
  look: {
    route: 'POST /api/video-sources/look',
    summary: 'Checks the address of a source before it is added.',
    undo: 'nothing lost',
    sealedInput: ['contactEmail'],
    body: PlannedSource,
    output: SourceLook,
    errors: ['conflict'],
  },
  change: {
    route: 'PATCH /api/video-sources/:id',
    summary:
      "Changes a source's settings, records a permission for its use, or enables or disables it; hiding many videos asks for the password.",
    undo: 'itself',
    sealedInput: ['contactEmail'],
    params: IdParams,
    body: SourceChanges,
    output: VideoSource,
    errors: ['password_required', 'not_found', 'conflict'],
  },
  delete: {
    route: 'DELETE /api/video-sources/:id',
    summary: 'Deletes a source, with or without its videos.',
    asksPassword: true,
    params: IdParams,
    /** `videos=remove` also removes the source's videos; without it, a source with videos is not deleted. */
    query: z.object({
      videos: z.enum(['remove'], { error: 'videos can only be "remove".' }).optional(),
      version: seenVersion,
    }),
    output: SourceDeleted,
    errors: ['not_found', 'conflict'],
  },
  get: {
    route: 'GET /api/video-sources/:id',
    summary: 'Returns one source of videos.',
    params: IdParams,
    output: VideoSource,
    errors: ['not_found'],
  },
  dryRun: {
    route: 'POST /api/video-sources/:id/dry-run',
    summary: 'Reads a source as the crawler would, without queueing anything.',
    undo: 'nothing lost',
    params: IdParams,
    output: DryRun,
    errors: ['not_found', 'conflict'],
  },
  tryRules: {
    route: 'POST /api/video-sources/:id/try-rules',
    summary: 'Tries rules for reading pages on up to five pages of a source, without saving anything.',
    undo: 'nothing lost',
    params: IdParams,
    body: RulesToTry,
    output: RulesTrial,
    errors: ['not_found', 'conflict'],
  },
  endPauses: {
    route: 'POST /api/video-sources/:id/end-pauses',
    summary: "Ends the pauses after a source's failures, so that it can be crawled at once.",
    undo: 'nothing lost',
    params: IdParams,
    output: VideoSource,
    errors: ['not_found'],
  },
} as const satisfies AreaCalls);
