import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  oneOf,
  safeText,
  shownText,
  wholeNumber,
} from '@vesper/core/contract';
import {
  BULK_ACTS,
  BULK_STATES,
  HIDDEN_REASONS,
  MOST_TAGS,
  SKIP_REASONS,
  VIDEO_ACTS,
  VIDEO_KINDS,
  VIDEO_PROBLEMS,
  VIDEO_STATUSES,
} from '@vesper/library/contract';
import { REPORT_STATES } from '@vesper/notices/contract';
import { GONE_CLASSES } from '@vesper/upkeep/contract';
import { z } from 'zod';

const filters = {
  /** Words of the title, or a complete id, source address, or address of a page here. */
  search: safeText(2000).optional(),
  status: oneOf('status', VIDEO_STATUSES).optional(),
  /** Hidden videos only. */
  reason: oneOf('reason', HIDDEN_REASONS).optional(),
  kind: oneOf('kind', VIDEO_KINDS).optional(),
  problem: oneOf('problem', VIDEO_PROBLEMS).optional(),
  sourceId: safeText(100).optional(),
  category: safeText(200).optional(),
  tag: safeText(200).optional(),
};

export const VideoFilter = z.object(filters);
export type VideoFilter = z.infer<typeof VideoFilter>;

const row = {
  id: z.string(),
  title: z.string(),
  status: z.enum(VIDEO_STATUSES),
  hiddenReason: z.enum(HIDDEN_REASONS).nullable(),
  removalReason: z.string().nullable(),
  kind: z.enum(VIDEO_KINDS),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  sourceUrl: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  views: z.int(),
  /** In seconds; 0 if unknown. */
  duration: z.number(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  createdAt: instant,
  /** When it was first public, or is to be; null if it was never complete. */
  publishedAt: instant.nullable(),
  /** A signed address; '' if the video is not public or has no picture. */
  thumbnailUrl: z.string(),
  /** A picture of a few pixels as a data URL. */
  placeholder: z.string().nullable(),
  problems: z.array(z.enum(VIDEO_PROBLEMS)),
  /** If hidden as gone: what the check found, and when the next one is (null: never). */
  gone: z
    .object({
      class: z.enum(GONE_CLASSES).nullable(),
      message: z.string().nullable(),
      at: instant.nullable(),
      nextCheckAt: instant.nullable(),
    })
    .nullable(),
  /** Counts the edits; an edit sends the version that it is based on. */
  version: z.int(),
};

export const ManagedVideo = z.object(row);
export type ManagedVideo = z.infer<typeof ManagedVideo>;

export const ManagedVideos = z.object({
  videos: z.array(ManagedVideo),
  next: z.string().nullable(),
  /** False if the search stopped early, having read many videos: there may be more after `next`. */
  isComplete: z.boolean(),
});
export type ManagedVideos = z.infer<typeof ManagedVideos>;

export const VideoTotal = z.object({
  total: z.int(),
  /** There are more than `total`; counting all would be slow. */
  totalIsCapped: z.boolean(),
});
export type VideoTotal = z.infer<typeof VideoTotal>;

/** Absent means none. */
export const VideoCounts = z.object({
  status: z.record(z.string(), z.int()),
  reason: z.record(z.string(), z.int()),
  kind: z.record(z.string(), z.int()),
});
export type VideoCounts = z.infer<typeof VideoCounts>;

const related = { id: z.string(), title: z.string() };

/** Fields that the source provides too. */
export const SOURCE_WORDS = ['title', 'description', 'tags', 'category'] as const;
export type SourceWord = (typeof SOURCE_WORDS)[number];

/** The last check of a video's page after it had changed. */
const LastLook = z.object({
  at: instant,
  outcome: z.string(),
  /** Differences on the page, awaiting a decision. */
  differences: z
    .object({
      title: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      category: z.string(),
    })
    .partial(),
});

export const ManagedVideoDetails = z.object({
  ...row,
  description: z.string(),
  language: z.string().nullable(),
  slug: z.string(),
  externalId: z.string().nullable(),
  /** The file or player of a video that is not hosted. */
  playsFrom: z.string().nullable(),
  /** Edited by hand: kept when the video is downloaded again, or its page changes. */
  editedFields: z.array(z.string()),
  /** Null if its page has not changed since the video was added. */
  lastLook: LastLook.nullable(),
  /** A data URL while the video is not public, if the file can be read. */
  picture: z.string().nullable(),
  posterAtSeconds: z.number().nullable(),
  posterUploaded: z.boolean(),
  files: z.array(
    z.object({
      purpose: z.string(),
      name: z.string(),
      place: z.string(),
      key: z.string(),
      sizeBytes: z.int().nullable(),
      isInQuarantine: z.boolean(),
    }),
  ),
  duplicates: z.array(
    z.object({
      decisionId: z.string(),
      ...related,
      status: z.enum(VIDEO_STATUSES),
      hiddenReason: z.enum(HIDDEN_REASONS).nullable(),
      reason: z.string(),
      isLater: z.boolean(),
    }),
  ),
  mergedInto: z.object(related).nullable(),
  mergedFrom: z.array(z.object(related)),
  downloadJobId: z.string().nullable(),
  downloadError: z.string().nullable(),
  mediaJobs: z.array(
    z.object({
      id: z.string(),
      step: z.string(),
      status: z.string(),
      progress: z.int(),
      error: z.string().nullable(),
    }),
  ),
  healthMessage: z.string().nullable(),
  /** Notices of any kind: open ones first, then those that keep it down; at most 20. */
  cases: z.array(
    z.object({
      id: z.string(),
      /** `restricted` instead of a restricted kind, for a token without access to notices. */
      kind: z.string(),
      state: z.enum(REPORT_STATES),
      receivedAt: instant,
      isOpen: z.boolean(),
      /** Keeps the video down. */
      isHolding: z.boolean(),
    }),
  ),
  languages: z.array(z.string()),
});
export type ManagedVideoDetails = z.infer<typeof ManagedVideoDetails>;

/** Works in any status. A stored film's address works for `expiresIn` seconds, only in the session that asked. */
export const WatchedFilm = z.object({
  kind: z.enum(['film', 'page']),
  url: z.string(),
  expiresIn: z.int().nullable(),
});
export type WatchedFilm = z.infer<typeof WatchedFilm>;

const EMPTY_TITLE = 'The title must not be empty.';
const tags = z
  .array(shownText(60), 'tags must be a list of texts.')
  .max(MOST_TAGS, `A video has at most ${MOST_TAGS} tags.`);

const LANGUAGE = 'The language must be a code of two or three lower-case letters, such as en.';
const SLUG = 'The slug must be lower-case letters and digits joined by hyphens.';
const MOMENT = 'The publish date must be a day and time, such as 2027-01-31T18:00:00Z.';

/** Omitted fields stay. `version` is that of the video that was edited. */
export const VideoEdit = z.object({
  version: z.int('version must be that of the video that was edited.').min(0),
  title: shownText(500)
    .refine((text) => text.trim() !== '', EMPTY_TITLE)
    .optional(),
  description: shownText(20_000).optional(),
  tags: tags.optional(),
  category: safeText(200).optional(),
  /** Null if unknown. */
  language: z
    .string(LANGUAGE)
    .regex(/^[a-z]{2,3}$/, LANGUAGE)
    .nullable()
    .optional(),
  /** In no page's address. */
  slug: safeText(80)
    .regex(/^[\p{Ll}\p{Lm}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{N}]+)*$/u, SLUG)
    .optional(),
  /** A date ahead hides the video until then. */
  publishedAt: z.iso.datetime({ offset: true, error: MOMENT }).optional(),
});

export type VideoEdit = z.infer<typeof VideoEdit>;

const FIELDS = 'fields must be a list of title, description, tags, category.';
const fields = z.array(z.enum(SOURCE_WORDS, { error: FIELDS }), { error: FIELDS }).max(4, FIELDS);

export const REASON_REQUIRED = 'Please say why it is removed.';

const reason = shownText(1000).optional();
const needsReason = (input: { act: string; reason?: string | undefined }) =>
  input.act !== 'remove' || (input.reason ?? '').trim() !== '';

export const BulkAct = z.object({
  id: z.string(),
  act: z.enum([...BULK_ACTS, 'delete', 'undo']),
  /** For an undo: the act that it undoes. */
  undoneAct: z.enum(BULK_ACTS).nullable(),
  reason: z.string().nullable(),
  category: z.string().nullable(),
  tags: z.array(z.string()).nullable(),
  /** Null if the videos were given by id. */
  filter: VideoFilter.nullable(),
  state: z.enum(BULK_STATES),
  /** With `totalIsCapped` there are more. */
  total: z.int(),
  totalIsCapped: z.boolean(),
  done: z.int(),
  skipped: z.partialRecord(z.enum(SKIP_REASONS), z.int()),
  orderedBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  canBeUndone: z.boolean(),
});
export type BulkAct = z.infer<typeof BulkAct>;

export const VideoActed = z.object({ video: ManagedVideo, act: BulkAct });
export type VideoActed = z.infer<typeof VideoActed>;

export const MOST_NAMED = 1000;
const WHICH = 'Please give either ids or a filter.';

const which = {
  ids: z
    .array(safeText(100))
    .min(1, WHICH)
    .max(MOST_NAMED, `At most ${MOST_NAMED} ids are allowed.`)
    .optional(),
  filter: VideoFilter.optional(),
};
const isOneOfTwo = (input: { ids?: unknown; filter?: unknown }) =>
  (input.ids === undefined) !== (input.filter === undefined);

export const NewBulkAct = z
  .object({
    ...which,
    act: oneOf('act', BULK_ACTS),
    reason,
    category: safeText(200).optional(),
    tags: tags.optional(),
  })
  .refine(isOneOfTwo, { error: WHICH })
  .refine(needsReason, { error: REASON_REQUIRED, path: ['reason'] })
  .refine(({ act, category }) => act !== 'set_category' || category !== undefined, {
    error: 'Please choose a category.',
    path: ['category'],
  })
  .refine(({ act, tags }) => (act !== 'add_tags' && act !== 'remove_tags') || tags?.length, {
    error: 'Please give at least one tag.',
    path: ['tags'],
  });
export type NewBulkAct = z.infer<typeof NewBulkAct>;

export const BulkActParams = z.object({
  id: z.string().regex(/^[0-9]{1,15}$/, 'id must be the number of an act.'),
});

export const BulkActs = z.array(BulkAct);

export const LibraryCleared = z.object({ message: z.string(), count: z.int() });
export type LibraryCleared = z.infer<typeof LibraryCleared>;

export const catalogueCalls = callsInArea('catalogue', {
  list: {
    route: 'GET /api/admin/videos',
    summary: 'Lists videos in every state, newest first, with filters.',
    query: z.object({
      ...filters,
      limit: wholeNumber('limit', 1, 100, 50),
      before: safeText(200).optional(),
    }),
    output: ManagedVideos,
  },
  counts: {
    route: 'GET /api/admin/videos/counts',
    summary: 'Counts the videos by state.',
    output: VideoCounts,
  },
  total: {
    route: 'GET /api/admin/videos/total',
    summary: 'Counts the videos that match a filter, up to a limit.',
    query: VideoFilter,
    output: VideoTotal,
  },
  get: {
    route: 'GET /api/admin/videos/:id',
    summary: 'Returns everything about one video.',
    params: IdParams,
    output: ManagedVideoDetails,
    errors: ['not_found'],
  },
  watch: {
    route: 'POST /api/admin/videos/:id/watch',
    summary: "Signs an address of a video's film, in any state, valid only in this session.",
    undo: 'nothing lost',
    params: IdParams,
    output: WatchedFilm,
    errors: ['not_found', 'conflict'],
  },
  change: {
    route: 'PATCH /api/admin/videos/:id',
    summary: "Changes a video's title, description, tags, category, language, slug or publish date.",
    undo: 'itself',
    params: IdParams,
    body: VideoEdit,
    output: ManagedVideoDetails,
    errors: ['not_found', 'conflict'],
  },
  takeFromSource: {
    route: 'POST /api/admin/videos/:id/take-from-source',
    summary: 'Updates fields of a video from its source page; they follow the page from then on.',
    undo: 'catalogue.change',
    params: IdParams,
    body: z.object({
      version: VideoEdit.shape.version,
      fields: fields.min(1, 'fields must name at least one.'),
    }),
    output: ManagedVideoDetails,
    errors: ['not_found', 'conflict'],
  },
  changeDifferences: {
    route: 'POST /api/admin/videos/:id/differences',
    summary: 'Sets which differences on its source page await a decision; an empty list dismisses them all.',
    undo: 'itself',
    params: IdParams,
    body: z.object({ fields }),
    output: ManagedVideoDetails,
    errors: ['not_found'],
  },
  act: {
    route: 'POST /api/admin/videos/:id/act',
    summary: 'Hides, publishes or removes a video.',
    undo: 'itself',
    sealedInput: ['reason'],
    params: IdParams,
    /** If `seenStatus` is given and the status has changed since, nothing is done. */
    body: z
      .object({
        act: z.enum(VIDEO_ACTS, { error: 'act must be hide, publish or remove.' }),
        reason,
        seenStatus: z
          .enum(VIDEO_STATUSES, { error: 'seenStatus must be the status of the video.' })
          .optional(),
      })
      .refine(needsReason, { error: REASON_REQUIRED, path: ['reason'] }),
    output: VideoActed,
    errors: ['not_found', 'conflict'],
  },
  delete: {
    route: 'DELETE /api/admin/videos/:id',
    summary: 'Deletes a video permanently.',
    asksPassword: true,
    params: IdParams,
    query: z.object({ blockFiles: oneOf('blockFiles', ['true', 'false']).default('false') }),
    output: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  },
  redownload: {
    route: 'POST /api/admin/videos/:id/bring-again',
    summary: 'Downloads the film of a video again.',
    undo: 'nothing lost',
    params: IdParams,
    output: ManagedVideo,
    errors: ['not_found', 'conflict'],
  },
  bulkActs: {
    route: 'GET /api/admin/bulk-acts',
    summary: 'Lists bulk acts, newest first.',
    query: z.object({
      limit: wholeNumber('limit', 1, 100, 20),
      before: wholeNumber('before', 1, 999_999_999, 999_999_999),
    }),
    output: BulkActs,
  },
  bulkAct: {
    route: 'GET /api/admin/bulk-acts/:id',
    summary: 'Returns one bulk act with its progress.',
    params: BulkActParams,
    output: BulkAct,
    errors: ['not_found'],
  },
  startBulkAct: {
    route: 'POST /api/admin/bulk-acts',
    summary: 'Starts an act on many videos.',
    undo: 'catalogue.undoBulkAct',
    sealedInput: ['reason'],
    body: NewBulkAct,
    output: BulkAct,
  },
  startBulkDeletion: {
    route: 'POST /api/admin/bulk-deletions',
    summary: 'Starts deleting many videos permanently.',
    asksPassword: true,
    body: z
      .object({
        ...which,
        /** Also blocks the videos' files from every source. */
        blockFiles: z.boolean('blockFiles must be true or false.').default(false),
      })
      .refine(isOneOfTwo, { error: WHICH }),
    output: BulkAct,
  },
  stopBulkAct: {
    route: 'POST /api/admin/bulk-acts/:id/stop',
    summary: 'Stops a bulk act.',
    undo: 'catalogue.startBulkAct',
    params: BulkActParams,
    output: BulkAct,
    errors: ['not_found', 'conflict'],
  },
  undoBulkAct: {
    route: 'POST /api/admin/bulk-acts/:id/undo',
    summary: 'Undoes a bulk act.',
    undo: 'catalogue.startBulkAct',
    params: BulkActParams,
    output: BulkAct,
    errors: ['not_found', 'conflict'],
  },
  clearAll: {
    route: 'POST /api/admin/clear-all-videos',
    summary: 'Deletes all videos.',
    asksPassword: true,
    output: LibraryCleared,
    errors: ['unavailable'],
  },
} as const satisfies AreaCalls);
