import { expect, test } from 'vitest';
import { createFormProofs } from './form-proof.ts';

const KEY = Buffer.alloc(32, 7);
const START = Date.parse('2026-11-23T12:00:00Z');

function at(ms: number, key = KEY) {
  return createFormProofs(key, { now: () => new Date(START + ms) });
}

test('a proof is fresh from three seconds to a day', () => {
  const proof = at(0).make();
  const fresh = [0, 2000, 3000, 60_000, 24 * 3_600_000, 24 * 3_600_000 + 1000].map((ms) =>
    at(ms).isFresh(proof),
  );
  expect(fresh).toEqual([false, false, true, true, true, false]);
});

test('nobody else can make or change one', () => {
  const proof = at(0).make();
  const [seconds = '', signature = ''] = proof.split('.');
  const later = `${(Number.parseInt(seconds, 36) + 60).toString(36)}.${signature}`;
  const forged = [later, seconds, `${seconds}.`, '', undefined, 7, at(0, Buffer.alloc(32, 8)).make()];
  expect(forged.map((one) => at(3600_000).isFresh(one))).toEqual(forged.map(() => false));
});
