import { type AreaCalls, callsInArea, instant, oneOf, safeText, wholeNumber } from '@vesper/core/contract';
import { countOfEach } from '@vesper/library/contract';
import { z } from 'zod';

/** `duplicate`: already here as another video. `undone`: imported, then undone. */
export const MOVED_FILM_STATES = ['waiting', 'working', 'here', 'duplicate', 'failed', 'undone'] as const;
export type MovedFilmState = (typeof MOVED_FILM_STATES)[number];

/** An import of a folder's films. */
export const MoveIn = z.object({
  id: z.number().int(),
  sourceId: z.string(),
  sourceName: z.string(),
  /** On the machine that ran the command, and on the worker's. */
  folder: z.string(),
  /** The file that names the films; null for a folder with sidecar files. */
  list: z.string().nullable(),
  orderedBy: z.string(),
  startedAt: instant,
  /** Null while its films are being listed, or if that was interrupted. */
  notedAt: instant.nullable(),
  undoneAt: instant.nullable(),
  undoneBy: z.string().nullable(),
  films: countOfEach(MOVED_FILM_STATES),
  /** Former addresses that redirect to its videos. */
  oldAddresses: z.number().int(),
});
export type MoveIn = z.infer<typeof MoveIn>;

export const MovedFilm = z.object({
  path: z.string(),
  state: z.enum(MOVED_FILM_STATES),
  title: z.string(),
  /** Of a duplicate, the existing video. */
  videoId: z.string().nullable(),
  downloadId: z.string().nullable(),
  error: z.string().nullable(),
  oldAddresses: z.array(z.string()),
});
export type MovedFilm = z.infer<typeof MovedFilm>;

const NUMBER = 'It must be the number of an import.';
export const MoveInParams = z.object({ id: safeText(10).regex(/^[1-9]\d{0,8}$/, NUMBER) });

export const MoveInUndoing = z.object({
  removes: z.number().int(),
  /** Kept: edited or hidden by hand. */
  edited: z.number().int(),
  /** Kept: under notice. */
  named: z.number().int(),
  /** Films whose import is cancelled. */
  ends: z.number().int(),
  /** Former addresses that stop redirecting. */
  oldAddresses: z.number().int(),
});
export type MoveInUndoing = z.infer<typeof MoveInUndoing>;

export const moveInsCalls = callsInArea('ingest', {
  list: {
    route: 'GET /api/admin/move-ins',
    summary: 'Lists imports of folders of films, newest first, at most 50.',
    output: z.array(MoveIn),
  },
  get: {
    route: 'GET /api/admin/move-ins/:id',
    summary: 'Returns one import.',
    params: MoveInParams,
    output: MoveIn,
    errors: ['not_found'],
  },
  films: {
    route: 'GET /api/admin/move-ins/:id/films',
    summary: 'Lists the films of an import that are in one state, by path.',
    params: MoveInParams,
    query: z.object({
      state: oneOf('state', MOVED_FILM_STATES).default('failed'),
      limit: wholeNumber('limit', 1, 200, 50),
      after: safeText(500).optional(),
    }),
    output: z.object({ films: z.array(MovedFilm), next: z.string().nullable() }),
    errors: ['not_found'],
  },
  undoing: {
    route: 'GET /api/admin/move-ins/:id/undoing',
    summary: 'Shows what undoing an import would remove, and what would stay.',
    params: MoveInParams,
    output: MoveInUndoing,
    errors: ['password_required', 'not_found', 'conflict'],
  },
  undo: {
    route: 'POST /api/admin/move-ins/:id/undo',
    summary:
      'Undoes an import: removes its videos, except those edited, hidden by hand or reported; removing many videos asks for the password.',
    undo: 'catalogue.undoBulkAct',
    params: MoveInParams,
    output: MoveInUndoing,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
