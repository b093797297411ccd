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
import { z } from 'zod';
import { CASE_KIND_FORMS } from './case-kinds/index.ts';
import { REPORT_STATES } from './reports.ts';
import { STATEMENT_CATEGORIES } from './statement-categories.ts';

/** `open`, `decided` and `all` are groups; the others are states. */
export const CASE_FILTERS = [
  ...(['open', 'waiting', 'unconfirmed', 'incomplete'] as const),
  ...([
    'decided',
    'approved',
    'denied',
    'countered',
    'restoring',
    'litigation',
    'restored',
    'withdrawn',
  ] as const),
  'all',
] as const;
export type CaseFilter = (typeof CASE_FILTERS)[number];

/** By the next deadline. */
export const CASE_DUE = ['overdue', 'day', 'week'] as const;
export type CaseDue = (typeof CASE_DUE)[number];

/** `due`: by next deadline, those confirmed or already hidden first. */
export const CASE_ORDERS = ['due', 'importance'] as const;
export type CaseOrder = (typeof CASE_ORDERS)[number];
/** The desk's default: by deadline alone, junk that hid something would precede confirmed notices. */
export const FIRST_CASE_ORDER: CaseOrder = 'importance';

/** A function, so that the browser's bundle can leave it out. */
function anyKind() {
  return oneOf(
    'kind',
    CASE_KIND_FORMS.map(({ kind }) => kind),
  );
}

/** Contains nothing that the sender wrote. */
export const CaseItem = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(REPORT_STATES),
  isOpen: z.boolean(),
  /** The sender's; empty if no name was given, and once erased. */
  initials: z.string(),
  domain: z.string().nullable(),
  receivedAt: instant,
  confirmedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** The first deadline, which may have passed. */
  dueAt: instant.nullable(),
  dueClock: z.string().nullable(),
  /** Since when its videos have been hidden before a decision. */
  hiddenAt: instant.nullable(),
  /** Since when a legal hold keeps it from being erased. */
  heldAt: instant.nullable(),
  erasedAt: instant.nullable(),
  addresses: z.int(),
  videos: z.int(),
  /** Of the first video; null for a restricted kind. */
  title: z.string().nullable(),
});
export type CaseItem = z.output<typeof CaseItem>;

/** An address that a case names; the address itself is sealed. */
export const CaseTarget = z.object({
  position: z.int(),
  shape: z.string(),
  video: z
    .object({
      id: z.string(),
      title: z.string(),
      status: z.enum(['processing', 'published', 'hidden', 'removed']),
      hiddenReason: z.string().nullable(),
      /** In seconds; 0 if unknown. */
      duration: z.number(),
      sourceName: z.string().nullable(),
    })
    .nullable(),
});
export type CaseTarget = z.output<typeof CaseTarget>;

export const CaseClock = z.object({
  name: z.string(),
  startedAt: instant,
  dueAt: instant,
  endedAt: instant.nullable(),
  ending: z.enum(['fired', 'stopped']).nullable(),
  /** Keeps running while the sender is asked for more. */
  isHard: z.boolean(),
  /** At its end: alert administrators, restore the videos, close the case, or let it lapse. */
  does: z.enum(['alarm', 'restore', 'close', 'lapse']),
});
export type CaseClock = z.output<typeof CaseClock>;

const OtherCase = CaseItem.pick({ id: true, kind: true, state: true, receivedAt: true });
export type OtherCase = z.output<typeof OtherCase>;

export const CASE_ACTS = [
  ...(['approve', 'deny', 'ask', 'name', 'restore', 'dismiss'] as const),
  ...(['court', 'settle', 'note', 'hold', 'release', 'erase'] as const),
] as const;
export type CaseAct = (typeof CASE_ACTS)[number];

/** Cases of a sender are counted up to this. */
export const MOST_COUNTED_CASES = 100;
/** How many of the latest notices are searched for videos of a source. */
export const LATEST_COUNTED_CASES = 300;

/** Takes further copies down, or restores those that stayed down. */
export const COPIES_ACTS = ['take_off', 'release'] as const;

export const CaseDetails = z.object({
  ...CaseItem.shape,
  decidedBy: z.string().nullable(),
  outcome: z.enum(['taken_off', 'was_off', 'no_video']).nullable(),
  ground: z.string().nullable(),
  /** For statements of reasons; null: the kind's. */
  category: z.string().nullable(),
  restoredAt: instant.nullable(),
  restoredBy: z.string().nullable(),
  closedAt: instant.nullable(),
  /** The case that it answers. */
  aboutCaseId: z.string().nullable(),
  /** Legal elements requested from the sender, by their names in the kind's form. */
  asked: z.array(z.string()),
  /** Few may open it. */
  isRestricted: z.boolean(),
  /** At most 500. */
  targets: z.array(CaseTarget),
  clocks: z.array(CaseClock),
  /** Without the texts; at most 500. */
  papers: z.array(z.object({ what: z.string(), at: instant, by: z.string().nullable() })),
  /** Cases about the same videos, and those that answer each other; at most 50. */
  others: z.array(OtherCase),
  /** Null without a mailbox, and once erased. */
  sender: z
    .object({
      /** Other cases from the same mailbox, each counted up to 100. */
      approved: z.int(),
      denied: z.int(),
      undecided: z.int(),
      /** At most 10. */
      latest: z.array(OtherCase),
    })
    .nullable(),
  /** At most 5. */
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      strikes: z.int(),
      voidStrikes: z.int(),
      /** Among the latest 300. */
      notices: z.int(),
    }),
  ),
  /** Copies, up to 1,000, that one pass left public or hidden contrary to this case. Null if none. */
  copies: z.object({ act: z.enum(COPIES_ACTS), videos: z.int() }).nullable(),
  /** Named videos that should be hidden until the decision but are not. */
  left: z.object({ videos: z.int(), why: z.string() }).nullish(),
  acts: z.array(z.enum(CASE_ACTS)),
  /** Once closed: personal data is kept until then. */
  keptUntil: instant.nullable(),
  /** Null if it can be erased. */
  notErasable: z.string().nullable(),
  /** For an approval or a dismissal; the first is the default. An empty name: as the sender asks. */
  grounds: z.array(z.object({ name: z.string(), words: z.string(), law: z.string().nullable() })),
});
export type CaseDetails = z.output<typeof CaseDetails>;

export const CaseTexts = z.object({
  papers: z.array(
    z.object({
      what: z.string(),
      at: instant,
      by: z.string().nullable(),
      /** The sender's fields by label; otherwise one text without a label. */
      texts: z.array(z.object({ label: z.string(), text: z.string() })),
    }),
  ),
  addresses: z.array(
    z.object({
      position: z.int(),
      address: z.string(),
      /** The first videos of a keyword page, at most 50; else null. */
      videos: z.array(z.object({ id: z.string(), title: z.string() })).nullable(),
    }),
  ),
});
export type CaseTexts = z.output<typeof CaseTexts>;

const CaseChanged = z.object({ message: z.string(), case: CaseDetails });

const writtenText = (what: string, most: number) => shownText(most).trim().min(1, `A ${what} is needed.`);

export const caseworkCalls = callsInArea('takedowns', {
  list: {
    route: 'GET /api/cases',
    summary: 'Lists the cases of notices of every kind.',
    query: z.object({
      state: oneOf('state', CASE_FILTERS).default('open'),
      kind: anyKind().optional(),
      /** Only these, by clock. */
      due: oneOf('due', CASE_DUE).optional(),
      /** Of open cases; others come newest first. */
      order: oneOf('order', CASE_ORDERS).default(FIRST_CASE_ORDER),
      after: safeText(100).optional(),
      limit: wholeNumber('limit', 1, 200, 50),
    }),
    output: z.object({ cases: z.array(CaseItem), next: z.string().nullable() }),
    errors: ['not_found'],
  },
  get: {
    route: 'GET /api/cases/:id',
    summary: 'Returns one case without the texts that people wrote.',
    params: IdParams,
    output: CaseDetails,
    errors: ['not_found'],
  },
  open: {
    route: 'POST /api/cases/:id/open',
    summary: 'Opens what the sender and administrators wrote in a case.',
    undo: 'nothing lost',
    params: IdParams,
    output: CaseTexts,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  file: {
    route: 'POST /api/cases/:id/file',
    summary: 'Exports everything about a case as a zip archive, with proof that it is in the audit log.',
    asksPassword: true,
    params: IdParams,
    answersFile: 'application/zip',
    output: z.unknown(),
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  decide: {
    route: 'PATCH /api/cases/:id',
    summary: 'Approves a case, which takes down its videos, or denies it.',
    undo: 'casework.restore',
    sealedInput: ['note'],
    params: IdParams,
    body: z.object({
      status: oneOf('status', ['approved', 'denied']),
      /** One of the kind's; defaults to its first. */
      ground: safeText(100).optional(),
      /** For statements of reasons; defaults to the kind's. */
      category: oneOf('category', STATEMENT_CATEGORIES).optional(),
      note: shownText(2000).trim().nullish(),
    }),
    output: CaseChanged,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  ask: {
    route: 'POST /api/cases/:id/questions',
    summary: "Asks a case's sender for missing legal elements, by email and on the private page.",
    undo: 'nothing lost',
    sealedInput: ['message'],
    params: IdParams,
    body: z.object({
      elements: z
        .array(safeText(100))
        .min(1, 'Please choose what is missing.')
        .max(20)
        .refine((names) => new Set(names).size === names.length, 'Please name each once.'),
      message: shownText(2000).trim().nullish(),
    }),
    output: CaseChanged,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  name: {
    route: 'POST /api/cases/:id/videos',
    summary: 'Adds a video to an open case.',
    undo: 'nothing lost',
    // It can be any text.
    sealedInput: ['video'],
    params: IdParams,
    /** The address of its page here, or its id. */
    body: z.object({ video: safeText(500).trim().min(1, 'Which video?') }),
    output: CaseChanged,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  restore: {
    route: 'POST /api/cases/:id/restore',
    summary: 'Restores the videos that an approved case took down.',
    asksPassword: true,
    sealedInput: ['reason'],
    params: IdParams,
    body: z.object({ reason: writtenText('reason', 1000) }),
    output: CaseChanged,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  dismiss: {
    route: 'POST /api/cases/:id/dismissal',
    summary: 'Dismisses a counter-notice, so that it restores nothing.',
    asksPassword: true,
    sealedInput: ['reason'],
    params: IdParams,
    body: z.object({ ground: safeText(100), reason: writtenText('reason', 1000) }),
    output: CaseChanged,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  copies: {
    route: 'POST /api/cases/:id/copies',
    summary:
      "Queues a job that takes down all further copies of a case's videos, or restores those that stayed down.",
    asksPassword: true,
    params: IdParams,
    body: z.object({ act: oneOf('act', COPIES_ACTS) }),
    output: CaseChanged,
    errors: ['not_found', 'conflict'],
  },
  note: {
    route: 'POST /api/cases/:id/notes',
    summary: 'Adds a note to a case.',
    undo: 'nothing lost',
    sealedInput: ['note'],
    params: IdParams,
    body: z.object({ note: writtenText('note', 2000) }),
    output: CaseChanged,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  hold: {
    route: 'POST /api/cases/:id/hold',
    summary: 'Puts a case on legal hold, so that nothing is erased, or ends the hold.',
    undo: 'itself',
    params: IdParams,
    body: z.object({ held: z.boolean('held must be true or false.') }),
    output: CaseChanged,
    errors: ['not_found'],
  },
  erase: {
    route: 'POST /api/cases/:id/erase',
    summary: 'Permanently erases the personal data of a closed case.',
    asksPassword: true,
    params: IdParams,
    output: CaseChanged,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
} as const satisfies AreaCalls);
