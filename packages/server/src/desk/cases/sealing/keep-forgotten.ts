import type { Db } from '../../../kernel/db/pool.ts';
import type { Clock } from '../../../kernel/lib/clock.ts';
import { updateCase } from '../case-queries.ts';
import { requireCase } from '../cases.ts';
import { readKeyName } from './case-keys.ts';
import { forgetIn } from './forget.ts';
import { type KnownCase, lockSealed, selectKnownCases } from './forget-queries.ts';

const PAGE = 500;

/** What is known of every case, page by page: enough to keep a restored backup from bringing persons back. */
export async function* knownCases(db: Db): AsyncGenerator<KnownCase[]> {
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    const page: KnownCase[] = await selectKnownCases(db, afterId, PAGE);
    if (page.length > 0) yield page;
    afterId = page.at(-1)?.id;
  }
}

/**
 * After a backup was restored: erases the cases that were erased since it was made, and gives the others the key that
 * they have now, as the former one may have been destroyed. `known` is of any moment since.
 */
export async function keepForgotten(
  { db, clock }: { db: Db; clock: Clock },
  known: AsyncIterable<readonly KnownCase[]>,
): Promise<{ erased: number; resealed: number }> {
  const sum = { erased: 0, resealed: 0 };
  for await (const page of known) {
    const byId = new Map(page.map((caseRow) => [caseRow.id, caseRow]));
    await db.transaction().execute(async (tx) => {
      for (const { id, key_name } of await lockSealed(tx, [...byId.keys()])) {
        const now = byId.get(id);
        if (now?.sealed_key === null) {
          await forgetIn(tx, await requireCase(tx, id), now.erased_at ?? clock.now());
          sum.erased += 1;
        } else if (now && versionOf(now.key_name) > versionOf(key_name)) {
          await updateCase(tx, id, { key_name: now.key_name, sealed_key: now.sealed_key });
          sum.resealed += 1;
        }
      }
    });
  }
  return sum;
}

/** Keys of a group have versions; only a later one takes the place of another. */
function versionOf(name: string | null): number {
  return (name === null ? undefined : readKeyName(name)?.version) ?? 0;
}
