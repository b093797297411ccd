import type { TranslatorState } from '@vesper/contract';

/**
 * The port for translation from the language of the originals. Implementations: apertium.ts, libretranslate.ts;
 * translator.suite.ts tests both.
 */
export interface Translator {
  name: NonNullable<TranslatorState['name']>;
  /** Which of these languages it can translate into. Throws TranslatorError (`unavailable` or `refused`). */
  supported(languageCodes: readonly string[], signal: AbortSignal): Promise<string[]>;
  /**
   * The texts in that language, in the same order; line breaks stay, texts without a letter are unchanged. Throws
   * TranslatorError, or the reason of `signal`.
   */
  translate(texts: readonly string[], languageCode: string, signal: AbortSignal): Promise<string[]>;
}

/**
 * `text`: these texts cannot be translated, others may. `unavailable`: temporarily no translation. `refused`: no
 * translation until someone changes something. The message is a sentence for the administrator.
 */
export class TranslatorError extends Error {
  override readonly name = 'TranslatorError';
  readonly kind: 'text' | 'unavailable' | 'refused';

  constructor(kind: TranslatorError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Whether a text has anything to translate. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}
