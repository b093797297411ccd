import { sweepRefused } from '@vesper/library/videos';
import { sweepKeywords } from '@vesper/words/keywords';
import { holdTranslations } from '@vesper/words/translations';

/** Checks all public words: keywords first, then videos with their translations. */
export function sweepRefusedWords(
  parts: Omit<Parameters<typeof sweepRefused>[0], 'beside'>,
  signal: AbortSignal,
): Promise<void> {
  const beside = {
    before: (list: Matching, during: AbortSignal) => sweepKeywords(parts.db, list.isRefused, during),
    ofVideos: (tx: typeof parts.db, list: Matching, ids: readonly string[]) =>
      holdTranslations(tx, list.isRefused, ids),
  };
  return sweepRefused({ ...parts, beside }, signal);
}

interface Matching {
  isRefused(text: string): boolean;
}
