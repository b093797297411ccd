import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf, type Entry, GENESIS, hashOf } from './chain.ts';

const entry: Entry = {
  ...{ seq: 1, act: 1, phase: 'ended', at: new Date('2026-11-23T10:00:00Z'), action: 'cases.approve' },
  ...{ outcome: 'done', reason: null, actor_id: null, actor_name: 'system', session_id: null },
  ...{ token_id: null, network: null, subject: 'one', input: null, before: null, after: { b: [1], a: 'x' } },
};

test("a row's hash follows from the previous one and the row's digest", () => {
  const digest = digestOf(entry);
  expect(hashOf(entry, GENESIS)).toEqual(createHash('sha256').update(GENESIS).update(digest).digest());
});

test.each(Object.keys(entry))('the hash covers %s', (field) => {
  const changed = { ...entry, [field]: field === 'at' ? new Date(0) : 'another' };
  expect(hashOf(changed, GENESIS)).not.toEqual(hashOf(entry, GENESIS));
});
