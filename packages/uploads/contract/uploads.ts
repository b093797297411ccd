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
import { MOST_TAGS } from '@vesper/library/contract';
import { z } from 'zod';

/** Files arrive here by tus 1.0. */
export const UPLOADS_PATH = '/api/uploads';
/** The most bytes of one PATCH request. */
export const UPLOAD_PART_BYTES = 64 * 1024 ** 2;

/** `ended`: discarded, or idle for a day. */
export const UPLOAD_STATES = ['receiving', 'waiting', 'preparing', 'published', 'refused', 'ended'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

export const PUBLISH_WHEN = ['now', 'hidden', 'later'] as const;

const MOST = `A video has at most ${MOST_TAGS} tags.`;
const LANGUAGE = 'It must be a language code of two or three letters, such as en.';
const MOMENT = 'It must be a time such as 2026-11-30T12:00:00Z.';

/** What the film's video is to be. With an empty title it is named after the file. */
export const UploadDraft = z.object({
  title: shownText(500).trim(),
  description: shownText(20_000).trim(),
  tags: z.array(shownText(60), 'It must be a list of texts.').max(MOST_TAGS, MOST),
  category: shownText(60).trim(),
  language: z
    .string(LANGUAGE)
    .regex(/^[a-z]{2,3}$/, LANGUAGE)
    .nullable(),
  publish: oneOf('It', PUBLISH_WHEN),
  /** Only used with `later`, which needs it. */
  publishAt: z.iso.datetime({ offset: true, error: MOMENT }).nullable(),
});
export type UploadDraft = z.infer<typeof UploadDraft>;

/** Omitted fields stay. */
export const DraftChange = UploadDraft.partial();
export type DraftChange = z.infer<typeof DraftChange>;

export const EMPTY_DRAFT: UploadDraft = {
  title: '',
  description: '',
  tags: [],
  category: '',
  language: null,
  publish: 'now',
  publishAt: null,
};

export const Upload = z.object({
  id: z.string(),
  /** As stated by its sender; no file is named so here. */
  name: z.string(),
  sizeBytes: z.number(),
  receivedBytes: z.number(),
  /** By which the sender's browser recognises the file. */
  fingerprint: z.string().nullable(),
  state: z.enum(UPLOAD_STATES),
  /** Why it was refused. */
  message: z.string().nullable(),
  draft: UploadDraft,
  sourceId: z.string(),
  /** The video whose film it replaces. */
  replaces: z.string().nullable(),
  videoId: z.string().nullable(),
  downloadId: z.string().nullable(),
  owner: z.string().nullable(),
  createdAt: instant,
  /** When it ends unless more arrives; null once all has. */
  expiresAt: instant.nullable(),
});
export type Upload = z.infer<typeof Upload>;

export const uploadsCalls = callsInArea('ingest', {
  list: {
    route: 'GET /api/admin/uploads',
    summary: 'Lists uploaded files, newest first.',
    query: z.object({
      state: oneOf('state', ['receiving']).optional(),
      limit: wholeNumber('limit', 1, 200, 50),
      before: safeText(100).optional(),
    }),
    output: z.object({ uploads: z.array(Upload), next: z.string().nullable() }),
  },
  change: {
    route: 'PATCH /api/admin/uploads/:id',
    summary: 'Changes title, description, filing or publication of an uploaded film until it is ready.',
    undo: 'itself',
    params: IdParams,
    body: DraftChange,
    output: Upload,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
