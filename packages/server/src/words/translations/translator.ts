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

/**
 * The translator's code for one of our languages, or undefined: the same language (`spa` is `es`), in the same script
 * (`zh` is `zh-Hans`), the closest first (`pt-BR` before `pt`).
 */
export function matchLanguage(languageCode: string, theirs: readonly string[]): string | undefined {
  const ours = localeOf(languageCode);
  if (!ours) return undefined;
  const likeness = (code: string): number => {
    const locale = localeOf(code);
    if (!locale || locale.language !== ours.language || locale.script !== ours.script) return 0;
    if (locale.given === ours.given) return 3;
    return locale.region === ours.region ? 2 : 1;
  };
  const best = theirs.toSorted((a, b) => likeness(b) - likeness(a))[0];
  return best !== undefined && likeness(best) > 0 ? best : undefined;
}

/** With the language's default script and region where none is given. */
function localeOf(code: string) {
  try {
    const given = Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? '';
    const { language, script, region } = new Intl.Locale(given).maximize();
    return { given, language, script, region };
  } catch {
    return undefined;
  }
}
