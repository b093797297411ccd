import type { Db } from '../../kernel/db/pool.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import type { KeyFolder } from '../../kernel/lib/key-folder.ts';
import { mailboxOf, type NewMail, putMail } from '../../site/mail/index.ts';
import { macOf } from './case-keys.ts';
import { type CaseSeal, openSealOf } from './case-seal.ts';

/** A mail about a case: it lies in the outbox sealed with the case's key. False as in `putMail`. */
export function putCaseMail(
  tx: Db,
  { queue, keys }: { queue: Queue; keys: KeyFolder },
  { caseId, seal }: { caseId: string; seal: CaseSeal },
  mail: NewMail,
  limits: { now: Date; mostADay?: number; priority?: number },
): Promise<boolean> {
  return putMail(tx, queue, mail, {
    ...limits,
    sealing: {
      caseId,
      seal: (text) => seal.seal('mail', text),
      mailbox: macOf(keys, 'mailbox', mailboxOf(mail.to)).toString('base64url'),
    },
  });
}

/** For the outbox: what a mail says; undefined if its case was erased. */
export async function openCaseMail(
  { db, keys }: { db: Db; keys: KeyFolder },
  caseId: string,
  sealed: Buffer,
): Promise<string | undefined> {
  return (await openSealOf(db, keys, caseId))?.open('mail', sealed);
}
