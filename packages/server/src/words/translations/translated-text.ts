import { createHash } from 'node:crypto';
import { withoutControls } from '@vesper/contract';
import { TranslatorError } from './translator.ts';

export interface VideoText {
  title: string;
  description: string;
}

/** What is stored beside a translation to see later whether the video's words are still those. 32 bytes. */
export function textHash({ title, description }: VideoText): Buffer {
  return createHash('sha256').update(`${title}\0${description}`).digest();
}

/** What a translator gave back for a video, as it may be shown. Throws TranslatorError where it is no translation. */
export function cleanTranslation(original: VideoText, given: VideoText): VideoText {
  const title = withoutControls(given.title).replace(/\s+/gu, ' ').trim();
  const description = withoutControls(given.description).trim();
  if (title === '' && original.title.trim() !== '')
    throw new TranslatorError('text', 'The translator gave back an empty title.');
  if (isTooLong(title, original.title) || isTooLong(description, original.description))
    throw new TranslatorError('text', 'The translator gave back far more than it was given.');
  return { title, description };
}

/** Translators that have lost their way repeat themselves without end. */
function isTooLong(text: string, original: string): boolean {
  return text.length > 5 * original.length + 200;
}
