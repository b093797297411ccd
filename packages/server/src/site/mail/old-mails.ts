import type { Db } from '../../kernel/db/pool.ts';
import { type Sealing, sealedColumns } from './outbox.ts';
import { lockMailsInClear, type MailRow, updateMail } from './queries.ts';

export interface OldMails {
  kinds: readonly string[];
  /** The mails behind the one with this id. */
  afterId: string;
  limit: number;
}

/**
 * Seals the next mails of these kinds that are in clear, and empties those that nothing more happens to. Returns the id of
 * the last one. `sealingFor`: undefined for a mail whose case is not known.
 */
export async function sealMailsInClear(
  tx: Db,
  old: OldMails,
  sealingFor: (mail: MailRow) => Promise<Sealing | undefined>,
): Promise<string | undefined> {
  const mails = await lockMailsInClear(tx, old);
  for (const mail of mails) {
    const sealing = mail.status === 'sent' ? undefined : await sealingFor(mail);
    if (sealing)
      await updateMail(tx, mail.id, { ...sealedColumns(mailOf(mail), sealing), mailbox: sealing.mailbox });
    // One that waits is sent first: the next start empties it.
    else if (mail.status !== 'waiting')
      await updateMail(tx, mail.id, {
        reply_to: null,
        to_address: '',
        mailbox: '',
        subject: '',
        body: '',
        error: null,
      });
  }
  return mails.at(-1)?.id;
}

function mailOf(mail: MailRow) {
  return {
    ...{ kind: mail.kind, domain: mail.domain, fromName: mail.from_name, replyTo: mail.reply_to ?? '' },
    ...{ to: mail.to_address, subject: mail.subject, body: mail.body },
  };
}
