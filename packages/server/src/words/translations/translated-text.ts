import { createHash } from 'node:crypto';
import { withoutControls } from '@vesper/contract';
import { TranslatorError } from './translator.ts';

export interface VideoText {
  title: string;
  description: string;
}

/** A 32-byte hash stored with a translation, to see whether the video's words have changed. */
export function textHash({ title, description }: VideoText): Buffer {
  return createHash('sha256').update(`${title}\0${description}`).digest();
}

/** A translator's result for a video, cleaned. Throws TranslatorError if it is not a translation. */
export function cleanTranslation(original: VideoText, given: VideoText): VideoText {
  const title = withoutControls(given.title).replace(/\s+/gu, ' ').trim();
  const description = withoutControls(given.description).trim();
  if (title === '' && original.title.trim() !== '')
    throw new TranslatorError('text', 'The translator returned an empty title.');
  if (isTooLong(title, original.title) || isTooLong(description, original.description))
    throw new TranslatorError('text', 'The translator returned far more than it was given.');
  return { title, description };
}

/** Confused translators repeat themselves without end. */
function isTooLong(text: string, original: string): boolean {
  return text.length > 5 * original.length + 200;
}
