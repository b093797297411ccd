import type { Db } from '@vesper/core/db/pool.ts';
import { KeysMissing, type RowKeys } from '@vesper/core/db/sealed/row-keys.ts';
import { LACKING, newSeal, openSeal, placeholder, type RowSeal } from '@vesper/core/db/sealed/row-seal.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type CaseRow, updateCase } from '../case-queries.ts';

const LEFT_OUT = '(not kept: the case keys were missing)';

export interface CaseSeal extends RowSeal {
  /** The key is missing: nothing can be opened, and new texts are left out. */
  isLost?: true;
}

/** Never replaces a lost key, which may be restored. Lock the case. Throws unavailable, conflict during erasure. */
export async function sealOf(tx: Db, keys: RowKeys, caseRow: CaseRow, now: Date): Promise<CaseSeal> {
  const known = openSeal(keys, caseRow);
  if (known) return known;
  if (caseRow.sealed_key) throw new KeysMissing(keys);
  // The old key is destroyed by this name; wait for that.
  if (caseRow.key_name !== null)
    throw new AppError(
      'conflict',
      'This case is being erased. Please try again in a few minutes, at most an hour.',
    );
  const { seal: made, ...columns } = await newSeal(tx, keys, caseRow, now);
  await updateCase(tx, caseRow.id, columns);
  return made;
}

/**
 * For decisions and restorations, which the law's clocks require even without the key: their texts are then left out.
 */
export async function sealForStep(tx: Db, keys: RowKeys, caseRow: CaseRow, now: Date): Promise<CaseSeal> {
  try {
    return await sealOf(tx, keys, caseRow, now);
  } catch (error) {
    if (error instanceof KeysMissing) return LOST;
    throw error;
  }
}

export const NOT_KEPT =
  'The keys of this case are missing, so the text is not kept and the sender is not notified: see DATA_DIR/case-keys.';

const LOST: CaseSeal = {
  ...placeholder(LACKING),
  isLost: true,
  seal: () => Buffer.alloc(0),
  open: () => undefined,
  sealText: () => LEFT_OUT,
};
