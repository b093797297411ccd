import { expect, test } from 'vitest';
import { startLibreTranslateServer } from '../../test/libretranslate-server.ts';
import { readConfig } from '../settings/config.ts';
import { checkTranslator } from './translator.ts';

test('none is fine', async () => {
  expect(await checkTranslator(readConfig({}, '/'))).toMatchObject([{ status: 'ok' }]);
});

test('one that answers is, too; a key without TLS is told of', async () => {
  const server = await startLibreTranslateServer();
  const env = { TRANSLATOR: 'libretranslate', LIBRETRANSLATE_URL: server.url, LIBRETRANSLATE_API_KEY: 'key' };
  expect(await checkTranslator(readConfig(env, '/'))).toMatchObject([
    { status: 'ok', found: expect.stringMatching(/into es, zh and maybe others\.$/) },
    { status: 'warning' },
  ]);
  await server.close();
  expect(await checkTranslator(readConfig(env, '/'))).toMatchObject([
    { status: 'failed', found: expect.stringMatching(/cannot be reached/) },
  ]);
});
