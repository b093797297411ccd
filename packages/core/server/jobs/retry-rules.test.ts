import { expect, test } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { DiskError } from '../lib/files/disk-error.ts';
import { SourceError, statusError } from '../lib/outbound/source-error.ts';
import { StorageError } from '../storage/storage.ts';
import { finalSentence, judge, pauseMs } from './retry-rules.ts';

const MINUTE = 60_000;
const middle = { random: () => 0.5 };

test.each([
  [new SourceError('connect', 'x'), 'network', false],
  [new SourceError('dns', 'x'), 'network', false],
  [new SourceError('tls', 'x'), 'network', true],
  [new SourceError('timeout', 'x'), 'timeout', false],
  [new SourceError('truncated', 'x'), 'truncated', false],
  [statusError(401), 'http_403', true],
  [statusError(403), 'http_403', true],
  [statusError(404), 'http_404', true],
  [statusError(429), 'http_429', false],
  [statusError(408), 'http_other', false],
  [statusError(418), 'http_other', true],
  [statusError(500), 'http_5xx', false],
  [new SourceError('robots', 'x'), 'robots', true],
  [new SourceError('robots_unreachable', 'x'), 'robots', false],
  [new SourceError('robots_unreachable', 'x', { cause: statusError(503) }), 'robots', false],
  [new SourceError('robots_unreachable', 'x', { cause: new SourceError('dns', 'x') }), 'network', false],
  [new SourceError('robots_unreachable', 'x', { cause: new SourceError('tls', 'x') }), 'network', false],
  [new SourceError('private_address', 'x'), 'private_address', true],
  [new SourceError('no_video', 'x'), 'not_video', true],
  [new SourceError('too_large', 'x'), 'too_large', true],
  [new SourceError('sitemap_depth', 'x'), 'bad_response', true],
  [new AppError('gone', 'x'), 'removed', true],
  [new AppError('conflict', 'x'), 'duplicate', true],
  [new DiskError('full', '/data/work'), 'storage', false],
  [Object.assign(new Error('broken'), { code: 'EIO' }), 'storage', false],
  [Object.assign(new Error('too many open'), { code: 'EMFILE' }), 'storage', false],
  [new StorageError('SlowDown', 'The bucket "films" did not store a.mp4: SlowDown (503).'), 'storage', false],
  [new TypeError('x is not a function'), 'unexpected', false],
  ['thrown text', 'unexpected', false],
])('%s is of the class %s', (error, errorClass, permanent) => {
  expect(judge(error)).toMatchObject({ errorClass, permanent });
});

test('a full disk is named by its folder, and counts as no attempt', () => {
  expect(judge(new DiskError('full', '/data/work'))).toMatchObject({
    sentence: 'The disk is full: nothing more can be written to /data/work.',
    ...{ asked: false, unexpected: false },
  });
});

test('silent DNS is no site’s fault, and counts as no attempt; an unknown name does', () => {
  const away = new SourceError('dns_away', 'The host name films.test could not be resolved (EAI_AGAIN).');
  for (const error of [away, new SourceError('robots_unreachable', 'x', { cause: away })])
    expect(judge(error)).toMatchObject({ errorClass: 'network', permanent: false, asked: false });
  const unknown = new SourceError('dns', 'x');
  for (const error of [unknown, new SourceError('robots_unreachable', 'x', { cause: unknown })])
    expect(judge(error)).toMatchObject({ errorClass: 'network', asked: true });
});

test('a source’s text becomes one bounded line without control characters', () => {
  const { sentence } = judge(new Error(`\u0000\u202e${'x'.repeat(5000)}`));
  expect(sentence).toMatch(/^Unexpected: x+$/);
  expect(sentence.length).toBeLessThanOrEqual(1000);
});

test('pauses grow: for networks 1, 5 and 30 minutes, for a cut transfer seconds at first', () => {
  const pauses = (error: Error) => [1, 2, 3, 4].map((attempts) => pauseMs(judge(error), attempts, middle));
  expect(pauses(statusError(503))).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 30 * MINUTE]);
  expect(pauses(new SourceError('timeout', 'x'))).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 30 * MINUTE]);
  expect(pauses(new SourceError('truncated', 'x'))).toEqual([5_000, 30_000, 2 * MINUTE, 10 * MINUTE]);
});

test('a longer pause that the source asks for counts, to the second', () => {
  expect(pauseMs(judge(statusError(429, '7200')), 1, middle)).toBe(7_200_000);
  expect(pauseMs(judge(statusError(503, '10')), 1, middle)).toBe(MINUTE);
  expect(pauseMs(judge(statusError(503, '10')), 1, { ...middle, pauseScale: 0 })).toBe(10_000);
});

test('pauses vary by a fifth at most', () => {
  const at = (random: number) => pauseMs(judge(statusError(500)), 1, { random: () => random });
  expect([at(0), at(1)]).toEqual([0.8 * MINUTE, 1.2 * MINUTE]);
});

test('the final sentence counts the tries, if more than one', () => {
  const verdict = judge(statusError(503));
  expect(finalSentence(verdict, 5, 'The download')).toBe(
    'The download failed after 5 tries; the last problem: The address answered 503 Service Unavailable.',
  );
  expect(finalSentence(judge(statusError(404)), 3, 'The download')).toBe(
    'The address answered 404 Not Found.',
  );
});
