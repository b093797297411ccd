import type { Db } from '../../kernel/db/pool.ts';
import type { KeyFolder } from '../../kernel/lib/key-folder.ts';
import { type CaseRow, sealAddress, updateCase } from './case-queries.ts';
import { type CaseSeal, newSeal } from './case-seal.ts';
import { initialsOf, mailboxMark } from './open.ts';
import { selectReasonsOf, writeVoidReason } from './strike-queries.ts';

/** Gives a locked case from before there were keys a key of its month, and seals what hangs on it. */
export async function sealCase(
  tx: Db,
  keys: KeyFolder,
  caseRow: CaseRow,
  { name, email, address, now }: { name: string; email: string; address: string; now: Date },
): Promise<CaseSeal> {
  const { seal, ...key } = await newSeal(tx, keys, caseRow, caseRow.received_at);
  await updateCase(tx, caseRow.id, {
    ...key,
    sealed_at: now,
    initials: initialsOf(name),
    mailbox_mac: mailboxMark(keys, email),
  });
  await sealAddress(tx, caseRow.id, seal.seal('address-0', address));
  for (const { id, void_reason: reason } of await selectReasonsOf(tx, caseRow.id))
    await writeVoidReason(tx, id, seal.sealText('void', reason));
  return seal;
}
