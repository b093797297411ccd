import { StartError } from '../../kernel/lib/start-error.ts';
import type { LibreTranslateSettings } from '../../words/translations/index.ts';
import { bareUrl, type Env, matching, oneOf } from './read-setting.ts';

export type TranslatorSettings =
  | { name: 'apertium' }
  | { name: 'libretranslate'; server: LibreTranslateSettings }
  | undefined;

const BAD_KEY = 'LIBRETRANSLATE_API_KEY must be a key without spaces.';

/** TRANSLATOR and LIBRETRANSLATE_*. No sentence repeats the key, because it may be logged. */
export function readTranslatorSettings(env: Env): TranslatorSettings {
  const name = env.TRANSLATOR
    ? oneOf('TRANSLATOR', env.TRANSLATOR, ['apertium', 'libretranslate'])
    : undefined;
  const { LIBRETRANSLATE_URL: url, LIBRETRANSLATE_API_KEY: key } = env;
  if (name === 'libretranslate') {
    if (!url) throw new StartError('TRANSLATOR is libretranslate, but LIBRETRANSLATE_URL is not set.');
    return {
      name,
      server: {
        url: bareUrl('LIBRETRANSLATE_URL', url, 'http://127.0.0.1:5000'),
        apiKey: matching(key, /^[\x21-\x7e]{1,200}$/, BAD_KEY),
      },
    };
  }
  const stray = url ? 'LIBRETRANSLATE_URL' : key ? 'LIBRETRANSLATE_API_KEY' : undefined;
  if (stray) {
    const found = name ? `TRANSLATOR is ${name}` : 'TRANSLATOR is empty';
    throw new StartError(
      `${stray} is set and ${found}: set TRANSLATOR to libretranslate, or remove ${stray}.`,
    );
  }
  return name && { name };
}
