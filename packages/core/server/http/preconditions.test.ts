import { describe, expect, test } from 'vitest';
import { evaluatePreconditions, rangeApplies } from './preconditions.ts';

const validators = { etag: '"abc"', lastModified: new Date('2026-11-20T10:00:00.700Z') };
const SAME_SECOND = 'Fri, 20 Nov 2026 10:00:00 GMT';
const BEFORE = 'Fri, 20 Nov 2026 09:59:59 GMT';

describe('a conditional request', () => {
  test.each([
    [{ 'if-none-match': '"abc"' }, 'not_modified'],
    [{ 'if-none-match': 'W/"abc"' }, 'not_modified'],
    [{ 'if-none-match': '"x", W/"y" , "abc"' }, 'not_modified'],
    [{ 'if-none-match': '*' }, 'not_modified'],
    [{ 'if-none-match': '"x,abc"' }, 'met'],
    [{ 'if-none-match': 'abc' }, 'met'],
    [{ 'if-none-match': '' }, 'met'],
    [{ 'if-modified-since': SAME_SECOND }, 'not_modified'],
    [{ 'if-modified-since': BEFORE }, 'met'],
    [{ 'if-modified-since': 'yesterday' }, 'met'],
    [{ 'if-modified-since': 'Fri, 99 Nov 2026 10:00:00 GMT' }, 'met'],
    // The tag takes precedence over the date.
    [{ 'if-none-match': '"x"', 'if-modified-since': SAME_SECOND }, 'met'],
    [{ 'if-match': '"abc"' }, 'met'],
    [{ 'if-match': '*' }, 'met'],
    [{ 'if-match': 'W/"abc"' }, 'failed'],
    [{ 'if-match': '"x"' }, 'failed'],
    [{ 'if-unmodified-since': SAME_SECOND }, 'met'],
    [{ 'if-unmodified-since': BEFORE }, 'failed'],
    [{ 'if-match': '"abc"', 'if-unmodified-since': BEFORE }, 'met'],
    [{ 'if-match': '"x"', 'if-none-match': '"abc"' }, 'failed'],
    [{}, 'met'],
  ] as const)('%j: %s', (headers, outcome) => {
    expect(evaluatePreconditions(headers, validators)).toBe(outcome);
  });
});

test('only the very tag or date confirms that a part belongs to the same file', () => {
  for (const same of [undefined, '"abc"', SAME_SECOND])
    expect([same, rangeApplies(same, validators)]).toEqual([same, true]);
  for (const other of ['W/"abc"', '"x"', '"abc", "x"', BEFORE, 'Fri, 20 Nov 2026 10:00:01 GMT', '*', ''])
    expect([other, rangeApplies(other, validators)]).toEqual([other, false]);
});
