import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { expect, test } from 'vitest';
import { outcomeOf } from './source-pictures.ts';

const NOW = new Date('2026-11-23T06:00:00Z');
const HOUR_MS = 3_600_000;
const afterHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

test.each<[string, Error, number, ReturnType<typeof outcomeOf>]>([
  ['damaged', new Error('It is damaged.'), 0, { dueAt: null, failures: 0 }],
  ['private', new SourceError('private_address', 'It is private.'), 0, { dueAt: null, failures: 0 }],
  ['slow', new SourceError('timeout', 'It is slow.'), 0, { dueAt: afterHours(1), failures: 1 }],
  ['slow again', new SourceError('timeout', 'It is slow.'), 2, { dueAt: afterHours(4), failures: 3 }],
  ['slow to the end', new SourceError('timeout', 'It is slow.'), 4, { dueAt: null, failures: 5 }],
  [
    'of a busy host',
    new SourceError('host_waits', 'It waits.', { retryAfterMs: 2 * HOUR_MS }),
    4,
    { dueAt: afterHours(2), failures: 4 },
  ],
])('a picture that is %s', (_name, error, failures, outcome) => {
  expect(outcomeOf(error, { failures }, NOW)).toEqual(outcome);
});
