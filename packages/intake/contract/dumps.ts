import { type AreaCalls, callsInArea, IdParams, instant, oneOf, safeText } from '@vesper/core/contract';
import { z } from 'zod';
import { Decision } from './ledger.ts';

/** A source's delimited files: the dump of its videos, and the list of deleted ones. */
export const DUMP_FILES = ['videos', 'deletions'] as const;
export type DumpFile = (typeof DUMP_FILES)[number];

export const DUMP_COLUMNS = [
  ...['ignored', 'id', 'url', 'title', 'description', 'embed', 'file', 'thumbnail', 'duration'],
  ...['tags', 'categories', 'date', 'width', 'height'],
] as const satisfies readonly string[];
export const DUMP_DELIMITERS = ['|', ';', ',', '\t'] as const;
export const DUMP_CHARSETS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export const MOST_DUMP_COLUMNS = 100;

const COLUMNS = `A dump has from 1 to ${MOST_DUMP_COLUMNS} columns.`;

export const DumpLayout = z.object({
  delimiter: oneOf('The delimiter', DUMP_DELIMITERS),
  /** Fields may be quoted (RFC 4180). */
  quoted: z.boolean('It must be true or false.'),
  /** The first line names the columns. */
  header: z.boolean('It must be true or false.'),
  charset: oneOf('The character set', DUMP_CHARSETS),
  columns: z.array(oneOf('A column', DUMP_COLUMNS), COLUMNS).min(1, COLUMNS).max(MOST_DUMP_COLUMNS, COLUMNS),
  /** In a guess: tags and categories not confirmed by a column name. Ignored until the layout is saved. */
  waiting: z.array(oneOf('A column', DUMP_COLUMNS)).optional(),
});
export type DumpLayout = z.output<typeof DumpLayout>;
export const DumpForm = DumpLayout.omit({ columns: true, waiting: true });
export type DumpForm = z.output<typeof DumpForm>;
export type DumpColumn = DumpLayout['columns'][number];

export const SourceDump = z.object({
  /** Null until saved: the first reading then guesses it. */
  layout: DumpLayout.nullable(),
  deletionsUrl: z.string().nullable(),
  deletionsLayout: DumpLayout.nullable(),
});
export type SourceDump = z.output<typeof SourceDump>;

const SavedLayout = DumpLayout.omit({ waiting: true });

/** Omitted fields stay; null clears. */
export const SourceDumpChanges = z.object({
  layout: SavedLayout.nullish(),
  deletionsUrl: safeText(8000).trim().nullish(),
  deletionsLayout: SavedLayout.nullish(),
});
export type SourceDumpChanges = z.output<typeof SourceDumpChanges>;

export const DumpSample = z.object({
  /** The first lines, including the header, split by the layout; long fields are cut. */
  rows: z.array(z.array(z.string())),
  /** The saved layout, or the guessed one if there is none or the form differs. */
  layout: DumpLayout,
  /** Why the dump cannot be read yet, as a sentence. */
  missing: z.string().nullable(),
});
export type DumpSample = z.output<typeof DumpSample>;

export const DUMP_RUN_STATES = ['running', 'completed', 'failed', 'stopped', 'undoing', 'undone'] as const;

export const DumpRun = z.object({
  id: z.string(),
  file: z.enum(DUMP_FILES),
  state: z.enum(DUMP_RUN_STATES),
  lines: z.int(),
  badLines: z.int(),
  isUnchanged: z.boolean(),
  /** Addresses per decision; `new` were imported or queued. */
  decisions: z.partialRecord(Decision, z.int()),
  changed: z.int(),
  /** Hidden by a deletion list, and shown again by undoing it. */
  hidden: z.int(),
  shown: z.int(),
  /** Per kind of bad line: a sentence, the count, and the first line's number. */
  problems: z.array(z.object({ message: z.string(), count: z.int(), line: z.int() })),
  error: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type DumpRun = z.output<typeof DumpRun>;

const RunParams = z.object({ id: safeText(100), runId: z.uuid('A reading id is a UUID.') });

export const dumpsCalls = callsInArea('ingest', {
  get: {
    route: 'GET /api/video-sources/:id/dump',
    summary: "Returns the settings for reading a source's dump and deletion list.",
    params: IdParams,
    output: SourceDump,
    errors: ['not_found'],
  },
  change: {
    route: 'PATCH /api/video-sources/:id/dump',
    summary:
      'Assigns the columns of a dump or deletion list, or sets the deletion list, which asks for the password.',
    undo: 'itself',
    params: IdParams,
    body: SourceDumpChanges,
    output: SourceDump,
    errors: ['password_required', 'not_found', 'conflict'],
  },
  sample: {
    route: 'POST /api/video-sources/:id/dump/sample',
    summary: 'Reads the first lines of a dump or deletion list, and guesses its columns.',
    undo: 'nothing lost',
    params: IdParams,
    body: z.object({
      file: oneOf('The file', DUMP_FILES).default('videos'),
      url: safeText(8000).trim().min(1, 'Please give an address.').optional(),
      /** Overrides the saved or guessed form. */
      form: DumpForm.optional(),
    }),
    output: DumpSample,
    errors: ['not_found', 'conflict'],
  },
  runs: {
    route: 'GET /api/video-sources/:id/dump/runs',
    summary: "Lists the latest readings of a source's dump and deletion list.",
    params: IdParams,
    output: z.array(DumpRun),
    errors: ['not_found', 'conflict'],
  },
  start: {
    route: 'POST /api/video-sources/:id/dump/runs',
    summary: "Reads a source's dump or deletion list now.",
    undo: 'dumps.stop',
    params: IdParams,
    body: z.object({ file: oneOf('The file', DUMP_FILES).default('videos') }),
    output: DumpRun,
    errors: ['not_found', 'conflict'],
  },
  stop: {
    route: 'POST /api/video-sources/:id/dump/runs/:runId/stop',
    summary: 'Stops reading a dump or deletion list; lines already applied stay applied.',
    undo: 'dumps.start',
    params: RunParams,
    output: DumpRun,
    errors: ['not_found', 'conflict'],
  },
  undo: {
    route: 'POST /api/video-sources/:id/dump/runs/:runId/undo',
    summary: 'Undoes one reading of a deletion list: shows the videos it hid.',
    undo: 'nothing lost',
    params: RunParams,
    output: DumpRun,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
