import {
  type AreaCalls,
  callsInArea,
  instant,
  MOST_VERSION,
  oneOf,
  safeText,
  shownText,
} from '@vesper/core/contract';
import { z } from 'zod';
import { CASE_KIND_FORMS } from './case-kinds/index.ts';
import { CASE_MAIL_NAMES, LONGEST_MAIL_BODY, LONGEST_MAIL_SUBJECT } from './mail-kinds.ts';

const NO_KIND = 'kind must be empty, for every kind of notice, or one of them.';
const VERSION = 'version must be the number that came with the text, or 0 if there was none.';

/** A domain's text for a kind of mail, a kind of notice ('' for all) and a language ('' for all others). */
const Which = z.object({
  domainId: safeText(100),
  mail: oneOf('mail', CASE_MAIL_NAMES),
  kind: z.enum(['', ...CASE_KIND_FORMS.map(({ kind }) => kind)], { error: NO_KIND }).default(''),
  language: safeText(35).default(''),
});

const MailText = z.object({ subject: z.string(), body: z.string() });

export const OwnMailText = z.object({
  mail: z.enum(CASE_MAIL_NAMES),
  kind: z.string(),
  language: z.string(),
  version: z.number().int(),
  changedAt: instant,
  changedBy: z.string(),
});
export type OwnMailText = z.infer<typeof OwnMailText>;

export const CaseMailText = z.object({
  own: OwnMailText.extend(MailText.shape).nullable(),
  /** The English default. */
  builtIn: MailText,
});
export type CaseMailText = z.infer<typeof CaseMailText>;

export const caseMailsCalls = callsInArea('takedowns', {
  list: {
    route: 'GET /api/case-mails',
    summary: "Lists a domain's own texts of mails about notices.",
    query: z.object({ domainId: safeText(100) }),
    output: z.array(OwnMailText),
    errors: ['not_found'],
  },
  get: {
    route: 'GET /api/case-mails/text',
    summary: 'Returns an own text of a mail, if there is one, and the built-in text.',
    query: Which,
    output: CaseMailText,
    errors: ['not_found'],
  },
  save: {
    route: 'POST /api/case-mails/text',
    summary: 'Gives mails of a kind an own text, for a domain and a language.',
    undo: 'caseMails.reset',
    body: Which.extend({
      subject: shownText(LONGEST_MAIL_SUBJECT).trim(),
      body: shownText(LONGEST_MAIL_BODY).trim(),
      /** The version that was read; 0 for a first text. */
      version: z.int(VERSION).min(0, VERSION).max(MOST_VERSION, VERSION),
    }),
    output: CaseMailText,
    errors: ['not_found', 'conflict'],
  },
  reset: {
    route: 'DELETE /api/case-mails/text',
    summary: 'Goes back to the built-in text.',
    undo: 'caseMails.save',
    query: Which.extend({
      version: z.coerce.number(VERSION).int(VERSION).min(1, VERSION).max(MOST_VERSION, VERSION),
    }),
    output: CaseMailText,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
