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

const NO_KIND = 'kind must be a kind of notice, or empty for all of them.';
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
    summary: "Lists a domain's custom templates of emails about notices.",
    query: z.object({ domainId: safeText(100) }),
    output: z.array(OwnMailText),
    errors: ['not_found'],
  },
  get: {
    route: 'GET /api/case-mails/text',
    summary: 'Returns a custom email template, if there is one, and the default.',
    query: Which,
    output: CaseMailText,
    errors: ['not_found'],
  },
  save: {
    route: 'POST /api/case-mails/text',
    summary: 'Saves a custom email template for a domain, a kind of notice and a language.',
    undo: 'caseMails.reset',
    body: Which.extend({
      subject: shownText(LONGEST_MAIL_SUBJECT).trim(),
      body: shownText(LONGEST_MAIL_BODY).trim(),
      /** The version read; 0 for a first text. */
      version: z.int(VERSION).min(0, VERSION).max(MOST_VERSION, VERSION),
    }),
    output: CaseMailText,
    errors: ['not_found', 'conflict'],
  },
  reset: {
    route: 'DELETE /api/case-mails/text',
    summary: 'Restores the default email template.',
    undo: 'caseMails.save',
    query: Which.extend({
      version: z.coerce.number(VERSION).int(VERSION).min(1, VERSION).max(MOST_VERSION, VERSION),
    }),
    output: CaseMailText,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
