import { expect, test } from 'vitest';
import { deriveKey, seal, unseal } from './sealing.ts';

const key = deriveKey(Buffer.from('a key of a site, long enough'), 'tests');
const plain = Buffer.from('a secret');

test('opens for its owner with its key, and looks different each time', () => {
  const sealed = seal(key, plain, 'anna');
  expect(unseal(key, sealed, 'anna')).toEqual(plain);
  expect(sealed.includes(plain)).toBe(false);
  expect(seal(key, plain, 'anna')).not.toEqual(sealed);
});

test('opens for no other owner or key, nor changed', () => {
  const sealed = seal(key, plain, 'anna');
  expect(unseal(key, sealed, 'berta')).toBeUndefined();
  expect(unseal(deriveKey(Buffer.from('another key'), 'tests'), sealed, 'anna')).toBeUndefined();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(sealed.readUInt8(at) ^ 1, at);
    expect(unseal(key, changed, 'anna')).toBeUndefined();
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(unseal(key, sealed.subarray(0, length), 'anna')).toBeUndefined();
});
