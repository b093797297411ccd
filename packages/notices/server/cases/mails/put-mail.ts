import { CASE_MAILS, type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { RowKeys } from '@vesper/core/db/sealed/row-keys.ts';
import { openSealOf } from '@vesper/core/db/sealed/row-seal.ts';
import { type NewMail, putMail } from '@vesper/site/mail';
import type { CaseRow } from '../case-queries.ts';
import { type CaseParts, domainOf } from '../cases.ts';
import { mailboxMark } from '../open.ts';
import { type CaseSeal, sealOf } from '../sealing/case-seal.ts';
import { addPaper, senderOf } from '../sealing/papers.ts';
import { countReceipts, isKnownSender } from '../sender-queries.ts';
import { type CaseMail, composeMail } from './compose.ts';

export type MailParts = Pick<CaseParts, 'queue' | 'keys' | 'configFor' | 'caseLinks'>;

/** Seals a mail with the case's key and keeps a copy among the papers. False like `putMail`, or without the key. */
export async function putCaseMail(
  tx: Db,
  parts: MailParts,
  { caseRow, seal, number = caseRow.id }: { caseRow: CaseRow; seal: CaseSeal; number?: string },
  toWrite: CaseMail,
  limits: { now: Date; mostADay?: number; priority?: number },
): Promise<boolean> {
  if (seal.isLost) return false;
  const domain = await domainOf(parts, caseRow);
  const isToSource = CASE_MAILS[toWrite.name].to === 'The source';
  const page = isToSource ? '' : privatePage(parts, domain, caseRow);
  const { mail, kept } = await composeMail(
    tx,
    { number, kind: caseRow.kind, language: caseRow.language, domain },
    { ...toWrite, values: { page, ...toWrite.values } },
  );
  const { id: caseId } = caseRow;
  const isPut = await putMail(tx, parts.queue, mail, {
    ...limits,
    sealing: {
      caseId,
      seal: (text) => seal.seal('mail', text),
      mailbox: mailboxMark(parts.keys, mail.to).toString('base64url'),
    },
  });
  if (isPut) await addPaper(tx, caseId, seal, { what: 'mail', text: copyOf(kept), by: null, at: limits.now });
  return isPut;
}

interface SenderMail {
  caseRow: CaseRow;
  /** If not the case's own: a counter-notice's sender knows both. */
  number?: string;
  mail: Omit<CaseMail, 'to'>;
  now: Date;
  mostADay?: number;
}

/** False if the mailbox is unknown or has had `mostADay` of this kind. */
export async function mailSender(
  tx: Db,
  cases: CaseParts,
  { caseRow, number = caseRow.id, mail, ...limits }: SenderMail,
): Promise<boolean> {
  const to = await senderOf(tx, cases, caseRow);
  if (to === undefined) return false;
  const seal = await sealOf(tx, cases.keys, caseRow, limits.now);
  return putCaseMail(tx, cases, { caseRow, seal, number }, { ...mail, to }, limits);
}

/** Empty for cases older than private pages. */
function privatePage({ caseLinks }: MailParts, domain: DomainConfig, caseRow: CaseRow): string {
  if (!caseRow.token_hash) return '';
  // An impostor knows the first secret.
  const secret = caseRow.confirmed_at ? caseLinks.confirm(caseRow.id) : caseLinks.status(caseRow.id);
  return caseLinks.origin(domain) + pageHref.reportStatus(secret);
}

const PRIVATE_LINKS = [pageHref.reportStatus(''), pageHref.reportConfirm('')].map(
  (start) => new RegExp(`(${start})[\\w-]+`, 'g'),
);

/** Without links that let a reader act as the sender. */
function copyOf({ kind, domain, fromName, replyTo, to, subject, body }: NewMail): string {
  const text = PRIVATE_LINKS.reduce((rest, link) => rest.replace(link, '$1...'), body);
  return JSON.stringify({ kind, domain, fromName, replyTo, to, subject, body: text });
}

/** Undefined if the case was erased. Throws unavailable if its key is missing here. */
export async function openCaseMail(
  { db, keys }: { db: Db; keys: RowKeys },
  caseId: string,
  sealed: Buffer,
): Promise<string | undefined> {
  return (await openSealOf(db, keys, caseId))?.open('mail', sealed);
}

const DAY_MS = 24 * 3600 * 1000;
export const RECEIPT = 'notice-receipt';
/** To a mailbox, per network. */
const MOST_A_NETWORK_A_DAY = 5;
/** To a mailbox in all; the rest go into a digest. */
const MOST_RECEIPTS_A_DAY = 5;
/** For other mails. Beyond it only a network's first, so that few networks cannot use up a mailbox's receipts. */
const MOST_A_DAY = 20;
const MOST_FIRSTS_A_DAY = 2 * MOST_A_DAY;

/**
 * Limits mails to an unconfirmed mailbox, as anybody can name any mailbox. Networks from which it has confirmed a
 * notice before have only their own limit. Lock the mailbox for an exact limit.
 */
export async function hasRoomFor(
  tx: Db,
  caseRow: CaseRow,
  { kind, now }: { kind: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const { own, all } = await countReceipts(tx, caseRow, { kind, since, limit: MOST_FIRSTS_A_DAY });
  if (own >= MOST_A_NETWORK_A_DAY) return false;
  const most = own === 0 ? MOST_FIRSTS_A_DAY : MOST_A_DAY;
  return all < (kind === RECEIPT ? MOST_RECEIPTS_A_DAY : most) || (await isKnownSender(tx, caseRow));
}
