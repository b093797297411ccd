import type { DomainConfig } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Faults } from '@vesper/core/lib/faults.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import {
  LONGEST_SEND_MS,
  MailError,
  type OutgoingMail,
  type SendMail,
} from '@vesper/core/lib/outbound/smtp.ts';
import { isBareAddress, mailboxOf } from './address.ts';
import { sendMailJob } from './jobs.ts';
import {
  countMailsTo,
  deleteSentMails,
  insertMail,
  leaseMail,
  type MailRow,
  type MailUpdate,
  selectDueMails,
  updateLeasedMail,
} from './queries.ts';

export interface NewMail {
  /** For limits and lists: `notice-receipt`. */
  kind: string;
  domain: string;
  fromName: string;
  replyTo: string;
  to: string;
  subject: string;
  body: string;
}

export function sentBy({
  domain,
  siteName,
  contactEmail,
}: DomainConfig): Pick<NewMail, 'domain' | 'fromName' | 'replyTo'> {
  return { domain, fromName: siteName, replyTo: contactEmail };
}

/** Columns with personal data. */
type Content = Pick<MailRow, 'reply_to' | 'to_address' | 'subject' | 'body'>;

/** Seals a mail with its case's key. */
export interface Sealing {
  caseId: string;
  seal(text: string): Buffer;
  /** Identifies the mailbox, for its rate limit. */
  mailbox: string;
}

export interface MailLimits {
  now: Date;
  mostADay?: number;
  priority?: number;
  sealing?: Sealing;
}

const DAY_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 4 * 3600 * 1000;
/** About four days of retries. */
const MAX_ATTEMPTS = 30;
const KEY_WAIT_MS = 30 * 24 * 3600 * 1000;
/** After more expired leases, assume that the mail kills its workers. */
const MAX_DEATHS = 25;
/** Shorter than the lease, which only expires if the worker dies or hangs. */
const LEASE_MS = LONGEST_SEND_MS + MINUTE_MS;
/** Aborting a mail in transit could send it twice. */
const STOP_GRACE_MS = 10_000;
const KEEP_SENT_MS = 30 * DAY_MS;
const BATCH = 1000;

/** False for an invalid address, or after `mostADay` of this kind; lock the mailbox for an exact limit. */
export async function putMail(
  tx: Db,
  queue: Queue,
  mail: NewMail,
  { now, mostADay = Number.POSITIVE_INFINITY, priority = 0, sealing }: MailLimits,
): Promise<boolean> {
  if (!isBareAddress(mail.to)) return false;
  const { kind, domain } = mail;
  const mailbox = sealing?.mailbox ?? mailboxOf(mail.to);
  const since = new Date(now.getTime() - DAY_MS);
  if (mostADay !== Number.POSITIVE_INFINITY && (await countMailsTo(tx, { mailbox, kind, since })) >= mostADay)
    return false;
  const mailId = await insertMail(tx, {
    kind,
    domain,
    from_name: oneLine(mail.fromName),
    mailbox,
    created_at: now,
    ...(sealing ? sealedColumns(mail, sealing) : clearColumns(mail)),
  });
  await queue.send(tx, sendMailJob, { mailId, priority });
  return true;
}

function clearColumns(mail: NewMail): Content {
  return {
    reply_to: isBareAddress(mail.replyTo) ? mail.replyTo : null,
    to_address: mail.to,
    subject: oneLine(mail.subject),
    body: mail.body,
  };
}

function sealedColumns(mail: NewMail, { caseId, seal }: Sealing) {
  const sealed = seal(JSON.stringify(clearColumns(mail)));
  return { case_id: caseId, sealed, reply_to: null, to_address: '', subject: '', body: '' };
}

/** Also deletes mails sent a month ago. */
export async function tendOutbox(db: Db, queue: Queue, now: Date): Promise<void> {
  const ids = await selectDueMails(db, now, BATCH);
  await queue.sendAll(
    db,
    sendMailJob,
    ids.map((mailId) => ({ mailId, priority: 0 })),
  );
  await deleteSentMails(db, new Date(now.getTime() - KEEP_SENT_MS));
}

export interface Delivery {
  db: Db;
  clock: Clock;
  send: SendMail;
  faults: Faults;
  /** By default no-reply at the mail's own domain. */
  mailFrom: string | undefined;
  /** Undefined if the case was erased. Throws unavailable if its key is missing here. */
  openMail(caseId: string, sealed: Buffer): Promise<string | undefined>;
}

/** Only if the confirmation is lost or not recorded within the lease is it sent twice, with one Message-ID. */
export async function deliverMail(
  delivery: Delivery,
  mailId: string,
  { signal, log }: JobContext,
): Promise<void> {
  const { db, clock, send, faults, mailFrom } = delivery;
  const mail = await leaseMail(db, mailId, LEASE_MS);
  if (!mail) return;
  if (mail.leases - mail.attempts > MAX_DEATHS) {
    const error = `The worker died ${MAX_DEATHS} times while sending this email.`;
    return updateLeasedMail(db, mail, { status: 'failed', error });
  }
  let content: Content | undefined;
  try {
    content = await contentOf(delivery, mail);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Wait until its key is restored.
    if (clock.now().getTime() - mail.created_at.getTime() > KEY_WAIT_MS)
      return updateLeasedMail(db, mail, { status: 'failed', error: error.message });
    const attempts = mail.attempts + 1;
    const nextAt = new Date(clock.now().getTime() + pauseMs(attempts));
    return updateLeasedMail(db, mail, { attempts, error: error.message, next_attempt_at: nextAt });
  }
  if (!content) return updateLeasedMail(db, mail, { status: 'failed', error: FORGOTTEN });
  try {
    await send(outgoing(mail, content, mailFrom), laterBy(STOP_GRACE_MS, signal));
  } catch (error) {
    if (!(error instanceof MailError)) {
      // Interrupted: release it before the lease expires.
      await updateLeasedMail(db, mail, {}).catch(() => {});
      throw error;
    }
    if (isAway(error))
      faults.begin('mail server', { sentence: NO_SERVER, fields: { code: error.code }, level: 'warn' });
    return updateLeasedMail(db, mail, afterError(mail, error, clock.now(), log));
  }
  faults.end('mail server');
  // The origin of the text keeps a copy.
  await updateLeasedMail(db, mail, {
    status: 'sent',
    sent_at: clock.now(),
    error: null,
    body: '',
    sealed: null,
  });
  log.info({ mailId, kind: mail.kind }, 'An email was sent.');
}

const NO_SERVER = 'The mail server cannot be reached: emails wait.';

/** The server is unreachable; it did not refuse this mail. */
function isAway({ kind, code }: MailError): boolean {
  return kind === 'transient' && /^(?:ECONN|ETIMEDOUT|EDNS|ESOCKET|EHOST|ENET|ETLS|EAUTH)/.test(code);
}

/** Keeps addresses and texts out of the log. */
function afterError(mail: MailRow, error: MailError, now: Date, log: Log): MailUpdate {
  const attempts = mail.attempts + 1;
  const isLast = error.kind === 'permanent' || attempts >= MAX_ATTEMPTS;
  const note = isAway(error) && !isLast ? log.debug : log.warn;
  note.call(
    log,
    { mailId: mail.id, kind: mail.kind, attempts, code: error.code },
    isLast ? 'An email has failed.' : 'An email could not be sent yet.',
  );
  // The server's answer may contain the address.
  const said = mail.case_id === null ? error.message : `The email was not accepted (${error.code}).`;
  if (isLast) return { status: 'failed', attempts, error: said };
  const nextAt = new Date(now.getTime() + pauseMs(attempts));
  return { attempts, error: said, is_refused: !isAway(error), next_attempt_at: nextAt };
}

/** Doubles from a minute to four hours. */
export function pauseMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, MINUTE_MS * 2 ** (attempts - 1));
}

const FORGOTTEN = 'This email was erased with its case.';

async function contentOf({ openMail }: Delivery, mail: MailRow): Promise<Content | undefined> {
  if (mail.case_id === null) return mail;
  const opened = mail.sealed && (await openMail(mail.case_id, mail.sealed));
  return opened ? (JSON.parse(opened) as Content) : undefined;
}

function outgoing(mail: MailRow, content: Content, mailFrom: string | undefined): OutgoingMail {
  return {
    hostName: mail.domain,
    messageId: `<${mail.id}@${mail.domain}>`,
    fromName: mail.from_name,
    fromAddress: mailFrom ?? `no-reply@${mail.domain}`,
    replyTo: content.reply_to,
    to: content.to_address,
    subject: content.subject,
    body: content.body,
  };
}

/** Prevents header injection. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function laterBy(graceMs: number, signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => setTimeout(() => controller.abort(signal.reason), graceMs).unref();
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}
