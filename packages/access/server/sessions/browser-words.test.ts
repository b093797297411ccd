import { expect, test } from 'vitest';
import { browserInWords } from './browser-words.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox 140 on Linux'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome 142 on Windows',
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.1.2`,
    'Edge 142 on Windows',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
    'Safari 26 on macOS',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari 26 on iPhone',
  ],
  ['curl/8.14.1', 'curl 8'],
  [`${MOZILLA} (X11; Linux x86_64)`, 'A browser on Linux'],
  ['', 'An unknown program'],
])('%s', (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words);
});
