import type { Db } from '../../kernel/db/pool.ts';
import { type CaseParts, lockCasesInClear, sealCase } from '../cases/index.ts';
import { selectRequest, writeSealed } from './request-queries.ts';
import { sealedRow } from './sealed-notice.ts';

const BATCH = 50;

/** Seals the notices that are in clear, batch by batch. Safe to interrupt. */
export async function sealOldNotices(
  { db, keys, clock }: Pick<CaseParts, 'db' | 'keys' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const seal = async (tx: Db) => {
    const cases = await lockCasesInClear(tx, 'copyright', BATCH);
    for (const kase of cases) {
      const row = await selectRequest(tx, kase.id);
      const made = await sealCase(tx, keys, kase, {
        name: row?.complainant_name ?? '',
        email: row?.complainant_email ?? '',
        address: row?.infringing_url ?? '',
        now: clock.now(),
      });
      if (row) await writeSealed(tx, kase.id, sealedRow(row, made));
    }
    return cases.length;
  };
  do signal.throwIfAborted();
  while ((await db.transaction().execute(seal)) === BATCH);
}
