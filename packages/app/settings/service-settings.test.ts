import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const URL = 'http://127.0.0.1:5000';

test.each([
  [{ TRANSLATOR: 'deepl' }, 'TRANSLATOR is "deepl": it must be one of apertium, libretranslate.'],
  [{ TRANSLATOR: 'libretranslate' }, /LIBRETRANSLATE_URL is not set\.$/],
  [{ LIBRETRANSLATE_URL: URL }, /^LIBRETRANSLATE_URL is set and TRANSLATOR is empty/],
  [{ TRANSLATOR: 'libretranslate', LIBRETRANSLATE_URL: 'ftp://x' }, /must be a bare address/],
  [{ TRANSLATOR: 'libretranslate', LIBRETRANSLATE_URL: 'http://a:b@x' }, /must be a bare address/],
])('%j is refused', (env, sentence) => {
  expect(() => readConfig(env, '/')).toThrow(sentence);
});
