import { pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import type { KeyFolder } from '../../kernel/lib/key-folder.ts';
import { mailboxOf, type NewMail, putMail } from '../../site/mail/index.ts';
import { macOf } from './case-keys.ts';
import { type CaseSeal, openSealOf } from './case-seal.ts';
import { addPaper } from './papers.ts';

/**
 * A mail about a case: it lies in the outbox sealed with the case's key, and a copy among the case's papers, as the
 * outbox forgets what was sent: of `kept`, where what was sent is to be forgotten with another case. False as in `putMail`.
 */
export async function putCaseMail(
  tx: Db,
  { queue, keys }: { queue: Queue; keys: KeyFolder },
  { caseId, seal }: { caseId: string; seal: CaseSeal },
  mail: NewMail,
  { kept = mail, ...limits }: { now: Date; mostADay?: number; priority?: number; kept?: NewMail },
): Promise<boolean> {
  const isPut = await putMail(tx, queue, mail, {
    ...limits,
    sealing: {
      caseId,
      seal: (text) => seal.seal('mail', text),
      mailbox: macOf(keys, 'mailbox', mailboxOf(mail.to)).toString('base64url'),
    },
  });
  if (isPut) await addPaper(tx, caseId, seal, { what: 'mail', text: copyOf(kept), by: null, at: limits.now });
  return isPut;
}

const PRIVATE_LINKS = [pageHref.reportStatus(''), pageHref.reportConfirm('')].map(
  (start) => new RegExp(`(${start})[\\w-]+`, 'g'),
);

/** Without what would let its reader act as the sender. */
function copyOf({ kind, domain, fromName, replyTo, to, subject, body }: NewMail): string {
  const text = PRIVATE_LINKS.reduce((rest, link) => rest.replace(link, '$1...'), body);
  return JSON.stringify({ kind, domain, fromName, replyTo, to, subject, body: text });
}

/** For the outbox: what a mail says; undefined if its case was erased. */
export async function openCaseMail(
  { db, keys }: { db: Db; keys: KeyFolder },
  caseId: string,
  sealed: Buffer,
): Promise<string | undefined> {
  return (await openSealOf(db, keys, caseId))?.open('mail', sealed);
}
