import type { TranslatorState } from '@vesper/contract';

/** Translates from the originals' language; translator.suite.ts tests all implementations. */
export interface Translator {
  name: NonNullable<TranslatorState['name']>;
  /** Throws TranslatorError (`unavailable` or `refused`). */
  supported(languageCodes: readonly string[], signal: AbortSignal): Promise<string[]>;
  /**
   * In the same order; line breaks stay, texts without a letter too. Throws TranslatorError, or the reason of `signal`.
   */
  translate(texts: readonly string[], languageCode: string, signal: AbortSignal): Promise<string[]>;
}

/**
 * `text`: these texts fail. `unavailable`: for now. `refused`: until someone changes something. The message is a
 * sentence for administrators.
 */
export class TranslatorError extends Error {
  override readonly name = 'TranslatorError';
  readonly kind: 'text' | 'unavailable' | 'refused';

  constructor(kind: TranslatorError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** The translator's code for the same language (`spa` is `es`) and script (`zh` is `zh-Hans`), the closest first. */
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

/** With default script and region. */
function localeOf(code: string) {
  try {
    const given = Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? '';
    const { language, script, region } = new Intl.Locale(given).maximize();
    return { given, language, script, region };
  } catch {
    return undefined;
  }
}
