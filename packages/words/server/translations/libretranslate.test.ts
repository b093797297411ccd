import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  LIBRETRANSLATE_TEST_KEY,
  type LibreTranslateServer,
  startLibreTranslateServer,
} from '../../../test/libretranslate-server.ts';
import { createLibreTranslate } from './libretranslate.ts';
import { testTranslator } from './translator.suite.ts';

let server: LibreTranslateServer;
beforeAll(async () => {
  server = await startLibreTranslateServer({ needsKey: true });
});
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const fetch of open.splice(0)) await fetch.close();
});
afterAll(() => server.close());

const never = new AbortController().signal;

function translator(url = server.url, apiKey: string | undefined = LIBRETRANSLATE_TEST_KEY) {
  const { host } = new URL(url);
  const fetch = createSafeFetch({ allow: parseOutboundAllow(host), userAgent: 'test' });
  open.push(fetch);
  return createLibreTranslate({ url, apiKey }, fetch);
}

testTranslator('LibreTranslate', () => translator());

test("a language's script matters, and a trailing slash of the address does not", async () => {
  expect(await translator(`${server.url}/`).supported(['zh', 'zh-TW', 'es-MX', 'fr'], never)).toEqual([
    'zh',
    'es-MX',
  ]);
});

describe('the server answers', () => {
  test.each([
    [403, { error: 'Invalid API key' }, 'refused', /403: Invalid API key\. Check LIBRETRANSLATE_URL/],
    [429, { error: 'Slowdown: 30 per minute' }, 'unavailable', /429: Slowdown/],
    [503, '<html>down</html>', 'unavailable', /answered 503\.$/],
    [400, { error: 'Invalid request: exceeds text limit' }, 'text', /exceeds text limit/],
    [500, { error: 'Cannot translate text: x' }, 'text', /Cannot translate/],
    [302, '', 'refused', /302/],
    [200, '<html>welcome</html>', 'unavailable', /is not a LibreTranslate server/],
    [200, { translatedText: ['one', 'two'] }, 'text', /not a translation/],
    [200, 'null', 'text', /not a translation/],
  ])('%d %j is an error of the kind %s %s', async (status, body, kind, message) => {
    server.answers.push({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
    await expect(translator().translate(['A blue chart'], 'es', never)).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
    });
  });

  test('nothing at all: it is unreachable', async () => {
    const gone = await startLibreTranslateServer();
    await gone.close();
    await expect(translator(gone.url).supported(['es'], never)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/cannot be reached/),
    });
  });

  test('a wrong key is refused, and never shown', async () => {
    const attempt = translator(server.url, 'a wrong key').translate(['A blue chart'], 'es', never);
    await expect(attempt).rejects.toMatchObject({
      kind: 'refused',
      message: expect.not.stringContaining('wrong key'),
    });
  });
});
