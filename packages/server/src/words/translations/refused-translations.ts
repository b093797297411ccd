import type { Db } from '../../kernel/db/pool.ts';
import { markRefusedTranslations, selectTranslatedWords } from './translation-queries.ts';

/**
 * Marks the translations of these videos whose words are refused by now, and clears the mark of those that no longer
 * are. Pages show the original instead.
 */
export async function holdTranslations(
  tx: Db,
  isRefused: (text: string) => boolean,
  videoIds: readonly string[],
): Promise<void> {
  const changed = (await selectTranslatedWords(tx, videoIds))
    .map((row) => ({ ...row, shall: isRefused(row.title) || isRefused(row.description) }))
    .filter(({ is_refused, shall }) => is_refused !== shall);
  await markRefusedTranslations(tx, changed);
}
