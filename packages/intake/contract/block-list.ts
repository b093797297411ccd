import {
  type AreaCalls,
  callsInArea,
  instant,
  oneOf,
  safeText,
  shownText,
  wholeNumber,
} from '@vesper/core/contract';
import { z } from 'zod';

/** An address, a source's video id, or a file's SHA-256. */
export const BLOCK_KINDS = ['address', 'id', 'content'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const BLOCK_ORIGINS = ['case', 'administrator', 'list'] as const;
export type BlockOrigin = (typeof BLOCK_ORIGINS)[number];

export const BlockEntry = z.object({
  /** Its kind and number: `address-12`. */
  id: z.string(),
  kind: z.enum(BLOCK_KINDS),
  /** The address if known, else its SHA-256; the source's video id; or the file's SHA-256. */
  what: z.string(),
  source: z.object({ id: z.string(), name: z.string() }).nullable(),
  reason: z.string(),
  origin: z.enum(BLOCK_ORIGINS),
  caseId: z.string().nullable(),
  /** With the last version that had it. */
  list: z.object({ id: z.string(), name: z.string(), version: z.string(), dated: z.iso.date() }).nullable(),
  by: z.string().nullable(),
  createdAt: instant,
  /** Null: never expires. */
  until: instant.nullable(),
});
export type BlockEntry = z.output<typeof BlockEntry>;

export const BlockEntries = z.object({
  entries: z.array(BlockEntry),
  next: z.string().nullable(),
});
export type BlockEntries = z.output<typeof BlockEntries>;

const AFTER = 'after must be the "next" of the previous page.';
const number = (message: string) => z.string(message).regex(/^[0-9]{1,15}$/, message);

export const BlockQuery = z.object({
  kind: oneOf('kind', BLOCK_KINDS).default('address'),
  origin: oneOf('origin', BLOCK_ORIGINS).optional(),
  /** An address, a source's id, a SHA-256 in hexadecimal, or a case: finds entries of all kinds. */
  search: safeText(8000).optional(),
  after: number(AFTER).optional(),
  limit: wholeNumber('limit', 1, 1000, 50),
});
export type BlockQuery = z.output<typeof BlockQuery>;

export const MOST_BLOCK_REASON = 1000;

export const NewBlock = z.object({
  kind: oneOf('kind', BLOCK_KINDS),
  /** The address, the source's video id, or the file's SHA-256 in hexadecimal. */
  value: safeText(8000).refine((value) => value.trim() !== '', 'Please say what to block.'),
  sourceId: safeText(100).optional(),
  reason: shownText(MOST_BLOCK_REASON).refine((reason) => reason.trim() !== '', 'A reason is needed.'),
  /** The last day it applies (UTC); without one it never expires. */
  until: z.iso.date('until must be a day such as 2026-11-30.').optional(),
});
export type NewBlock = z.output<typeof NewBlock>;

const entryId = z
  .string()
  .regex(/^(?:address|id|content)-[0-9]{1,15}$/, 'An entry id is a kind and a number, such as address-12.')
  .meta({ examples: ['address-12'] });

const listId = number('A list id is a number.');

export const MOST_IMPORT_FAULTS = 100;
export const MOST_LINES_AT_ONCE = 5_000;
export const MOST_IMPORT_LINES = 1_000_000;

export const IMPORT_STATES = ['receiving', 'finishing', 'finished', 'stopped'] as const;

export const BlockImport = z.object({
  id: z.string(),
  version: z.string(),
  dated: z.iso.date(),
  by: z.string(),
  /** `finishing`: removing entries that are no longer on the list. */
  state: z.enum(IMPORT_STATES),
  lines: z.int(),
  /** Entries that are new, known, and no longer on the list. */
  added: z.int(),
  kept: z.int(),
  removed: z.int(),
  faulty: z.int(),
  faults: z.array(z.object({ line: z.int(), sentence: z.string() })),
  /** Public videos on the list, up to 50: an import takes none down. */
  videos: z.array(z.object({ id: z.string(), title: z.string() })),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type BlockImport = z.output<typeof BlockImport>;

export const BlockListInfo = z.object({
  id: z.string(),
  name: z.string(),
  imports: z.array(BlockImport),
});
export type BlockListInfo = z.output<typeof BlockListInfo>;

export const IMPORT_COLUMNS = ['address', 'sha256', 'reason'] as const;

const named = (what: string, most: number) =>
  shownText(most).refine((text) => text.trim() !== '', `Please give the list's ${what}.`);

export const NewImport = z.object({
  name: named('name', 200),
  version: named('version', 100),
  dated: z.iso.date('The date must be a day such as 2026-11-30.'),
  /** The first line: column names, among address, sha256 and reason. */
  header: safeText(2000),
});
export type NewImport = z.output<typeof NewImport>;

export const ImportLines = z.object({
  /** How many lines were sent before, without the header: resent lines are not read twice. */
  after: z.int('after must be a whole number.').min(0).max(MOST_IMPORT_LINES),
  lines: z
    .array(safeText(20_000), 'lines must be a list of lines.')
    .min(1, 'There are no lines.')
    .max(MOST_LINES_AT_ONCE, `Send at most ${MOST_LINES_AT_ONCE.toLocaleString('en')} lines at once.`),
});
export type ImportLines = z.output<typeof ImportLines>;

const importParams = z.object({ id: number('An import id is a number.') });

export const blockListCalls = callsInArea('takedowns', {
  list: {
    route: 'GET /api/admin/block-list',
    summary: 'Lists what is blocked from the library, and why.',
    query: BlockQuery,
    output: BlockEntries,
  },
  add: {
    route: 'POST /api/admin/block-list',
    summary: 'Blocks an address, a source’s video or a file from being imported.',
    sealedInput: ['reason'],
    body: NewBlock,
    output: z.object({
      entry: BlockEntry,
      /** A public video that matches: blocking does not take it down. */
      video: z.object({ id: z.string(), title: z.string() }).nullable(),
    }),
    undo: 'blockList.remove',
    errors: ['not_found', 'conflict'],
  },
  remove: {
    route: 'DELETE /api/admin/block-list/:id',
    summary: 'Removes an administrator’s entry from the block list.',
    params: z.object({ id: entryId }),
    output: z.object({ message: z.string() }),
    undo: 'blockList.add',
    errors: ['not_found', 'conflict'],
  },
  lists: {
    route: 'GET /api/admin/block-lists',
    summary: 'Lists the imported block lists with their latest imports.',
    output: z.array(BlockListInfo),
  },
  startImport: {
    route: 'POST /api/admin/block-lists',
    summary: 'Starts importing a version of a list of addresses and files.',
    body: NewImport,
    output: BlockImport,
    undo: 'blockList.stopImport',
    errors: ['conflict'],
  },
  importLines: {
    route: 'POST /api/admin/block-list-imports/:id/lines',
    summary: 'Imports the next lines of a list.',
    params: importParams,
    body: ImportLines,
    bodyLimit: 4 * 1024 * 1024,
    output: BlockImport,
    undo: 'blockList.removeList',
    errors: ['not_found', 'conflict'],
  },
  finishImport: {
    route: 'POST /api/admin/block-list-imports/:id/finish',
    summary: 'Finishes an import and removes entries that are no longer on the list.',
    params: importParams,
    output: BlockImport,
    undo: 'blockList.startImport',
    errors: ['not_found', 'conflict'],
  },
  stopImport: {
    route: 'POST /api/admin/block-list-imports/:id/stop',
    summary: 'Stops an import; entries already added stay, and nothing is removed.',
    params: importParams,
    output: BlockImport,
    undo: 'blockList.startImport',
    errors: ['not_found', 'conflict'],
  },
  removeList: {
    route: 'DELETE /api/admin/block-lists/:id',
    summary: 'Removes an imported list with all its entries.',
    params: z.object({ id: listId }),
    output: z.object({ message: z.string() }),
    undo: 'blockList.startImport',
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
