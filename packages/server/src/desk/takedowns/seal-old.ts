import type { Db } from '../../kernel/db/pool.ts';
import { type OldMails, sealMailsInClear } from '../../site/mail/index.ts';
import {
  type CaseParts,
  lockCasesInClear,
  mailboxMark,
  requireCase,
  sealCase,
  sealOf,
  selectCase,
} from '../cases/index.ts';
import { selectRequest, writeSealed } from './request-queries.ts';
import { sealedRow } from './sealed-notice.ts';

const BATCH = 50;

type SealParts = Pick<CaseParts, 'db' | 'keys' | 'clock'>;

/** Seals the notices that are in clear, batch by batch. Safe to interrupt. */
export async function sealOldNotices({ db, keys, clock }: SealParts, signal: AbortSignal): Promise<void> {
  const seal = async (tx: Db) => {
    const cases = await lockCasesInClear(tx, 'copyright', BATCH);
    for (const caseRow of cases) {
      const row = await selectRequest(tx, caseRow.id);
      const made = await sealCase(tx, keys, caseRow, {
        name: row?.complainant_name ?? '',
        email: row?.complainant_email ?? '',
        address: row?.infringing_url ?? '',
        now: clock.now(),
      });
      if (row) await writeSealed(tx, caseRow.id, sealedRow(row, made));
    }
    return cases.length;
  };
  do signal.throwIfAborted();
  while ((await db.transaction().execute(seal)) === BATCH);
}

/** Mails about copyright notices, as they were called before there were keys. */
const OLD_MAILS = ['notice-receipt', 'notice-alert', 'notice-decision'];
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Seals the mails about notices that were queued in clear, and empties those that were sent. Safe to interrupt. */
export async function sealOldMails(parts: SealParts, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal.throwIfAborted();
    const old: OldMails = { kinds: OLD_MAILS, afterId: after, limit: BATCH };
    after = await parts.db
      .transaction()
      .execute((tx) =>
        sealMailsInClear(tx, old, (mail) =>
          sealingOf(tx, parts, mail.to_address, `${mail.subject}\n${mail.body}`),
        ),
      );
  }
}

/** With the key of the case that a mail names first: its other ids are videos'. */
async function sealingOf(tx: Db, { keys, clock }: SealParts, to: string, text: string) {
  for (const id of new Set(text.match(ID))) {
    if (!(await selectCase(tx, id))) continue;
    const seal = await sealOf(tx, keys, await requireCase(tx, id), clock.now());
    return {
      caseId: id,
      seal: (plain: string) => seal.seal('mail', plain),
      mailbox: mailboxMark(keys, to).toString('base64url'),
    };
  }
  return undefined;
}
