import type { TranslatorState } from '@vesper/contract';

/**
 * The port for what translates out of the language of the originals. Implementations: apertium.ts, libretranslate.ts;
 * translator.suite.ts is what both must do.
 */
export interface Translator {
  name: NonNullable<TranslatorState['name']>;
  /** Which of these languages it can translate into. Throws TranslatorError (`unavailable` or `refused`). */
  supported(languageCodes: readonly string[], signal: AbortSignal): Promise<string[]>;
  /**
   * The texts in that language, as many and in the same order; line breaks stay, texts without a letter stay as they
   * are. Throws TranslatorError, or the reason of `signal`.
   */
  translate(texts: readonly string[], languageCode: string, signal: AbortSignal): Promise<string[]>;
}

/**
 * `text`: these texts cannot be translated, others may. `unavailable`: nothing can be at the moment. `refused`: nothing
 * will be until somebody changes something. The message is a sentence for the administrator.
 */
export class TranslatorError extends Error {
  override readonly name = 'TranslatorError';
  readonly kind: 'text' | 'unavailable' | 'refused';

  constructor(kind: TranslatorError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Whether there is anything in a text that a translator could translate. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}
