import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { checkEmbeds, checkOutbound, checkProxy, checkSigningKey } from './settings.ts';
import { checkLimits } from './system.ts';

const statuses = (findings: { status: string }[]) => findings.map(({ status }) => status);

test('without prlimit nothing starts on Linux, and elsewhere there are no limits', async () => {
  expect(statuses(await checkLimits('/nonexistent/prlimit', 'linux'))).toEqual(['failed']);
  expect(statuses(await checkLimits('/nonexistent/prlimit', 'darwin'))).toEqual(['warning']);
});

test('names what OUTBOUND_ALLOW permits', () => {
  expect(checkOutbound('')).toMatchObject({ status: 'ok' });
  expect(checkOutbound(' 10.0.0.7:8080, [::1]:4000 ')).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('10.0.0.7:8080, [::1]:4000'),
  });
});

test('names providers, and allows plain ones for this machine only', () => {
  const embeds = (EMBED_PROVIDERS: string) =>
    checkEmbeds(readConfig({ EMBED_PROVIDERS, OUTBOUND_ALLOW: '127.0.0.1:81' }, '/'));
  expect(statuses(embeds(''))).toEqual(['ok']);
  expect(embeds('clips=https://player.example/{id}')).toMatchObject([
    { status: 'ok', found: 'Pages may embed players from https://player.example.' },
  ]);
  expect(statuses(embeds('clips=http://127.0.0.1:81/{id}'))).toEqual(['ok', 'warning']);
});

test.each([
  [{}, 'ok'],
  [{ TRUST_PROXY: '127.0.0.1' }, 'ok'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'warning'],
  [{ HOST: '0.0.0.0' }, 'warning'],
  [{ HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.0/8' }, 'ok'],
])('with %j the proxy is %s', (env, status) => {
  expect(checkProxy(readConfig(env, '/'))).toMatchObject({ status });
});

test('the signing key is never shown', async () => {
  const key = 'a signing key of at least 32 characters';
  expect(JSON.stringify(await checkSigningKey(readConfig({ SIGNING_KEY: key }, '/')))).not.toContain(key);
  expect(await checkSigningKey(readConfig({ DATA_DIR: '/nonexistent' }, '/'))).toMatchObject({
    status: 'ok',
  });
});
