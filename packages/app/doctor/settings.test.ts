import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { checkSigningKey } from './settings.ts';
import { checkLimits } from './system.ts';

const statuses = (findings: { status: string }[]) => findings.map(({ status }) => status);

test('without prlimit nothing starts on Linux, and elsewhere there are no limits', async () => {
  expect(statuses(await checkLimits('/nonexistent/prlimit', 'linux'))).toEqual(['failed']);
  expect(statuses(await checkLimits('/nonexistent/prlimit', 'darwin'))).toEqual(['warning']);
});

test('the signing key is never shown', async () => {
  const key = 'a signing key of at least 32 characters';
  expect(JSON.stringify(await checkSigningKey(readConfig({ SIGNING_KEY: key }, '/')))).not.toContain(key);
  expect(await checkSigningKey(readConfig({ DATA_DIR: '/nonexistent' }, '/'))).toMatchObject({
    status: 'ok',
  });
});
