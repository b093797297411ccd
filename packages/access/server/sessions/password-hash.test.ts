import { expect, test } from 'vitest';
import { hashPassword, isOutdated, randomPassword, unknownHash, verifyPassword } from './password-hash.ts';

const SMALL = { memory: 64, passes: 1, parallelism: 1 };

test('a password matches its hash, another does not', async () => {
  const hash = await hashPassword('a fine long password');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(hash).not.toBe(await hashPassword('a fine long password'));
  expect(await verifyPassword('a fine long password', hash)).toBe(true);
  expect(await verifyPassword('a fine long passworD', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
});

test('the same characters are the same password, however they are composed', async () => {
  const hash = await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9', SMALL);
  expect(await verifyPassword('cafe\u0301 cafe\u0301 cafe\u0301', hash)).toBe(true);
});

test('a hash of other parameters is outdated', async () => {
  expect(isOutdated(await hashPassword('x', SMALL))).toBe(true);
  expect(isOutdated(await hashPassword('x'))).toBe(false);
  expect(isOutdated(unknownHash())).toBe(false);
});

test('anything but a PHC string of Argon2id is an error, and no password matches', async () => {
  await expect(verifyPassword('x', 'plain text')).rejects.toThrow('not a PHC string');
});

test('random passwords are long, without ambiguous characters', () => {
  const passwords = new Set(Array.from({ length: 200 }, randomPassword));
  expect(passwords.size).toBe(200);
  for (const password of passwords) expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
});
