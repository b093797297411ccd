import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson, digestOf, type Entry, GENESIS, hashOf, isHashOf } from './chain.ts';

const entry: Entry = {
  ...{ seq: 1, act: 1, phase: 'ended', at: new Date('2026-11-23T10:00:00Z'), action: 'cases.approve' },
  ...{ outcome: 'done', reason: null, actor_id: null, actor_name: 'system', session_id: null },
  ...{ token_id: null, network: null, subject: 'one', input: null, before: null, after: { b: [1], a: 'x' } },
};

test("a row's hash follows from the former one and the row's digest", () => {
  const digest = digestOf(entry);
  expect(hashOf(entry, GENESIS)).toEqual(createHash('sha256').update(GENESIS).update(digest).digest());
  expect(isHashOf(entry, GENESIS, hashOf(entry, GENESIS))).toBe(true);
  expect(isHashOf({ ...entry, subject: 'two' }, GENESIS, hashOf(entry, GENESIS))).toBe(false);
});

test('rows from before there were digests are recognised, and changed ones are not', () => {
  const text = canonicalJson({ ...entry, at: entry.at.toISOString() });
  const former = createHash('sha256').update(GENESIS).update(text).digest();
  expect(isHashOf(entry, GENESIS, former)).toBe(true);
  expect(isHashOf({ ...entry, subject: 'two' }, GENESIS, former)).toBe(false);
});
