import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { withoutControls } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { markRefusedTranslations, selectTranslatedWords } from './translation-queries.ts';
import { TranslatorError } from './translator.ts';

interface VideoText {
  title: string;
  description: string;
}

/** Detects whether a video's words have changed since. */
export function textHash({ title, description }: VideoText): Buffer {
  return createHash('sha256').update(`${title}\0${description}`).digest();
}

/** Throws TranslatorError if it is not a translation. */
export function cleanTranslation(original: VideoText, given: VideoText): VideoText {
  const title = withoutControls(given.title).replace(/\s+/gu, ' ').trim();
  const description = withoutControls(given.description).trim();
  if (title === '' && original.title.trim() !== '')
    throw new TranslatorError('text', 'The translator returned an empty title.');
  if (isTooLong(title, original.title) || isTooLong(description, original.description))
    throw new TranslatorError('text', 'The translator returned far more than it was given.');
  return { title, description };
}

/** Confused translators repeat themselves endlessly. */
function isTooLong(text: string, original: string): boolean {
  return text.length > 5 * original.length + 200;
}

/** Marks translations with blocked words, and unmarks others. Pages show the original instead. */
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
    // Lets heartbeats and requests run in between.
    await setImmediate();
  }
  await markRefusedTranslations(tx, changed);
}
