import {
  CASE_MAILS,
  type CaseMailName,
  type CaseMailText,
  CaseMailText as CaseMailTextSchema,
  caseFormOf,
  hasMail,
  type MailText,
  mailTextProblems,
  ORIGINAL_LANGUAGE,
  OwnMailText,
  placesOf,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { selectLanguageCodes } from '@vesper/words/languages';
import { builtInText } from './built-in-texts.ts';
import {
  deleteText,
  putText,
  selectDomainName,
  selectText,
  selectTexts,
  type TextRow,
  type WhichText,
} from './queries.ts';

type Which = WhichText & { mail: CaseMailName };

/** Without bodies. Throws not_found. */
export async function listTexts(db: Db, domainId: string): Promise<OwnMailText[]> {
  await requireDomain(db, domainId);
  return (await selectTexts(db, domainId)).map((row) =>
    viewOf(OwnMailText, row, { mail: row.mail as CaseMailName }),
  );
}

/** Throws bad_request, not_found. */
export async function findText(db: Db, which: Which): Promise<CaseMailText> {
  const { mail, kind } = which;
  await requireDomain(db, which.domainId);
  requireMail(which);
  const row = await selectText(db, which);
  const own = row ? viewOf(OWN, row, { mail: row.mail as CaseMailName }) : null;
  const offered: readonly string[] = placesOf(mail, kind);
  return { own, builtIn: builtInText(mail, kind, (place) => offered.includes(place)) };
}

const OWN = CaseMailTextSchema.shape.own.unwrap();

export interface ChangedText {
  subject: string;
  before: (MailText & { version: number }) | null;
  after: MailText & { version: number };
}

/** Throws bad_request with problems by field, not_found, and conflict if the text has changed since `version`. */
export async function saveText(
  db: Db,
  change: Which & MailText & { version: number; by: string; now: Date },
): Promise<ChangedText> {
  const { subject, body, version, by, now, ...which } = change;
  const domain = await requireDomain(db, which.domainId);
  requireMail(which);
  await requireLanguage(db, which.language);
  const problems = mailTextProblems(which.mail, which.kind, { subject, body });
  const [first] = Object.entries(problems);
  if (first) throw new AppError('bad_request', `${first[0]}: ${first[1]}`, problems);
  const before = (await selectText(db, which)) ?? null;
  const row = await putText(db, which, { subject, body, version, by, now });
  if (!row) throw changedSince('nothing was saved');
  return { subject: inWords(domain, which), before: before && auditedOf(before), after: auditedOf(row) };
}

/** Restores the default text. Throws bad_request, not_found, conflict. */
export async function resetText(
  db: Db,
  { version, ...which }: Which & { version: number },
): Promise<Pick<ChangedText, 'subject' | 'before'>> {
  const domain = await requireDomain(db, which.domainId);
  const row = await deleteText(db, which, version);
  if (!row) throw changedSince('it was not deleted');
  return { subject: inWords(domain, which), before: auditedOf(row) };
}

function auditedOf({ subject, body, version }: TextRow): ChangedText['after'] {
  return { version, subject, body };
}

function inWords(domain: string, { mail, kind, language }: Which): string {
  const form = kind === '' ? '' : caseFormOf(kind)?.label;
  return [domain, CASE_MAILS[mail].label, form, language].filter(Boolean).join(', ');
}

async function requireDomain(db: Db, id: string): Promise<string> {
  const name = await selectDomainName(db, id);
  if (name === undefined) throw new AppError('not_found', 'This domain no longer exists.');
  return name;
}

function requireMail({ mail, kind }: Which): void {
  if (!hasMail(mail, kind))
    throw new AppError('bad_request', 'kind: this email has no separate text for this kind of notice.');
}

async function requireLanguage(db: Db, language: string): Promise<void> {
  if (language === '' || language === ORIGINAL_LANGUAGE) return;
  if (!(await selectLanguageCodes(db)).includes(language))
    throw new AppError(
      'bad_request',
      'language: the site does not have this language. Add it on the Languages page.',
    );
}

function changedSince(consequence: string): AppError {
  return new AppError(
    'conflict',
    `Another administrator has changed this text since you opened it, so ${consequence}. Reload to see the changes.`,
  );
}
