import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createQuickHmac } from './quick-hmac.ts';

const expected = (key: Buffer, message: string) =>
  createHmac('sha256', key).update(message).digest('base64url');

test('says what node says, of any key and text', () => {
  const keys = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 2000 }), fc.string({ maxLength: 60 }));
  fc.assert(
    fc.property(keys, fc.array(texts, { maxLength: 4 }), (key, messages) => {
      const hmac = createQuickHmac(key);
      for (const message of messages) expect(hmac(message)).toBe(expected(key, message));
    }),
  );
});

test('at the ends of its memory', () => {
  const key = Buffer.from('k'.repeat(65));
  const hmac = createQuickHmac(key);
  for (const length of [0, 340, 341, 342, 343, 1024, 1025, 100_000])
    for (const character of ['a', 'é', '語', '\ud800'])
      expect(hmac(character.repeat(length))).toBe(expected(key, character.repeat(length)));
});
