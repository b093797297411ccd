import { setImmediate } from 'node:timers/promises';
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
  const rows = await selectTranslatedWords(tx, videoIds);
  const changed: ((typeof rows)[number] & { shall: boolean })[] = [];
  for (const row of rows) {
    const shall = isRefused(row.title) || isRefused(row.description);
    if (row.is_refused !== shall) changed.push({ ...row, shall });
    // As with videos: signs of life and requests go between.
    await setImmediate();
  }
  await markRefusedTranslations(tx, changed);
}
