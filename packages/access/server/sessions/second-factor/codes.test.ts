import { expect, test } from 'vitest';
import { offerOf, stepOfCode } from './codes.ts';

/** RFC 6238, appendix B: the last six digits of its SHA-1 rows. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_111, '050471'],
  [20_000_000_000, '353130'],
];

test.each(VECTORS)(
  'at %i seconds the code of RFC 6238 is right, and for one step around',
  (seconds, code) => {
    const at = (moment: number) => stepOfCode(SECRET, code, new Date(moment * 1000));
    const step = Math.floor(seconds / 30);
    for (const moment of [step * 30, seconds, step * 30 + 29.999, step * 30 - 30, step * 30 + 59.999]) {
      expect(at(moment)).toBe(step);
    }
    expect(at(step * 30 - 30.001)).toBeUndefined();
    expect(at(step * 30 + 60)).toBeUndefined();
  },
);

test('anything but a six-digit code is wrong', () => {
  const now = new Date(59_000);
  for (const code of ['', '28708', '2870820', '94287082', 'abcdef', '28708２'])
    expect(stepOfCode(SECRET, code, now)).toBeUndefined();
});

test('an app reads its account, whatever characters the names contain', () => {
  const { secret, uri } = offerOf(SECRET, { issuer: 'Films: the & best?', username: 'a@b' });
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const url = new URL(uri);
  expect(decodeURIComponent(url.pathname)).toBe('/Films  the & best?:a@b');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Films  the & best?',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
