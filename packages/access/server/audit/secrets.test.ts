import { namedCalls } from '@vesper/core/http/call-names.ts';
import { expect, test } from 'vitest';
import { SECRETS_OF_CALLS, withoutSecrets } from './secrets.ts';

test('secrets are left out at any depth, and fields that only sound like one stay', () => {
  const input = {
    ...{ password: 'a', newPassword: 'b', name: 'Anna', languageCode: 'en', code: 'de', passkeys: 2 },
    nested: [{ totpSecret: 'c', token: 'd', tokens: 3, recoveryCodes: ['e'] }],
  };
  expect(withoutSecrets('languages.create', input)).toEqual({
    ...{ password: '(left out)', newPassword: '(left out)', name: 'Anna' },
    ...{ languageCode: 'en', code: 'de', passkeys: 2 },
    nested: [{ totpSecret: '(left out)', token: '(left out)', tokens: 3, recoveryCodes: '(left out)' }],
  });
  expect(withoutSecrets('account.enableTotp', { code: '123456' })).toEqual({ code: '(left out)' });
});

test('the calls with secrets exist and have these fields', () => {
  for (const [name, fields] of Object.entries(SECRETS_OF_CALLS)) {
    const call = namedCalls.find((one) => one.name === name)?.call;
    expect(Object.keys(call?.body?.shape ?? {})).toEqual(expect.arrayContaining([...fields]));
  }
});

test('no field of any call looks like a secret and is kept', () => {
  const kept = namedCalls.flatMap(({ name, call }) =>
    Object.keys({ ...call.body?.shape, ...call.query?.shape })
      .filter((field) => /pass|secret|token|otp|^code$|recovery|credential|key$/i.test(field))
      .filter((field) => JSON.stringify(withoutSecrets(name, { [field]: 'x' })).includes('"x"'))
      .filter((field) => call.caller === 'admin' && !name.startsWith('languages.') && field !== 'passed')
      .map((field) => `${name} ${field}`),
  );
  expect(kept).toEqual([]);
});
