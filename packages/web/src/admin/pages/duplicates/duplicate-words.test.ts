import { expect, test } from 'vitest';
import { canStay } from './duplicate-words.ts';

type Standing = NonNullable<Parameters<typeof canStay>[0]>;

const PUBLISHED: Standing = { status: 'published', hiddenReason: null };
const HIDDEN: Standing = { status: 'hidden', hiddenReason: 'administrator' };
const TAKEN_DOWN: Standing = { status: 'hidden', hiddenReason: 'takedown' };
const REMOVED: Standing = { status: 'removed', hiddenReason: null };

test.each<[Standing | null, Standing | null, boolean]>([
  [PUBLISHED, PUBLISHED, true],
  [PUBLISHED, HIDDEN, true],
  [PUBLISHED, TAKEN_DOWN, false],
  [PUBLISHED, REMOVED, false],
  [PUBLISHED, null, false],
  [HIDDEN, PUBLISHED, false],
  [null, PUBLISHED, false],
])('%j can stay in a merge with %j: %s', (one, other, expected) =>
  expect(canStay(one, other)).toBe(expected),
);
