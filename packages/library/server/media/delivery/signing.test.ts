import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMediaSigner, LASTING, sharedExpiry } from './signing.ts';

const signer = createMediaSigner(Buffer.from('k'.repeat(32)));
const now = new Date('2026-11-20T12:00:00Z');

function parts(path: string) {
  const [, , purpose = '', videoId = '', expires = '', signature = ''] = path.split('/');
  return { purpose, videoId, expires, signature, domain: 'videos.example' };
}

const grant = { purpose: 'play', videoId: 'v1', domain: 'videos.example' } as const;
const inAMinute = new Date(now.getTime() + 60_000);

test('an address holds until it expires, and not a second longer', () => {
  const path = signer.prefix(grant, inAMinute);
  expect(path).toMatch(/^\/media\/play\/v1\/\d+\/[\w-]{24}\/$/);
  expect(signer.verify(parts(path), now)).toBe('valid');
  expect(signer.verify(parts(path), new Date(inAMinute.getTime() - 1))).toBe('valid');
  expect(signer.verify(parts(path), inAMinute)).toBe('expired');
});

test('a lasting address holds for ever, and is no other that expires', () => {
  const path = signer.prefix(grant, LASTING);
  expect(path).toMatch(/^\/media\/play\/v1\/0\/[\w-]{24}\/$/);
  expect(signer.verify(parts(path), new Date('2999-01-01'))).toBe('valid');
  for (const expires of ['1', '00', '', String(inAMinute.getTime() / 1000)])
    expect(signer.verify({ ...parts(path), expires }, now)).toBe('forged');
  const { signature } = parts(signer.prefix(grant, inAMinute));
  expect(signer.verify({ ...parts(path), signature }, now)).toBe('forged');
});

test.each(['k', 'k'.repeat(64), 'k'.repeat(65)])(
  'a signature is an HMAC, whose key may be long: %s',
  (key) => {
    const text = 'media\nplay\nv1\nvideos.example\n0';
    const made = createHmac('sha256', key).update(text).digest('base64url').slice(0, 24);
    expect(createMediaSigner(Buffer.from(key)).prefix(grant, LASTING)).toBe(`/media/play/v1/0/${made}/`);
  },
);

test('another key signs otherwise', () => {
  const path = signer.prefix(grant, inAMinute);
  expect(createMediaSigner(Buffer.from('l'.repeat(32))).verify(parts(path), now)).toBe('forged');
});

test('an address is good for its purpose, its video and its domain only', () => {
  const given = parts(signer.prefix(grant, inAMinute));
  for (const other of [{ purpose: 'preview' }, { videoId: 'v2' }, { domain: 'other.example' }])
    expect(signer.verify({ ...given, ...other }, now)).toBe('forged');
});

test('an address for a review is good for its video and its session only, until it expires', () => {
  const given = { videoId: 'v1', sessionId: 's1' };
  const signed = { ...given, ...signer.review(given, inAMinute) };
  expect(signer.verifyReview(signed, now)).toBe('valid');
  expect(signer.verifyReview(signed, inAMinute)).toBe('expired');
  for (const other of [{ videoId: 'v2' }, { sessionId: 's2' }])
    expect(signer.verifyReview({ ...signed, ...other }, now)).toBe('forged');
});

test('what is signed cannot be shifted between its parts', () => {
  const path = signer.prefix(grant, inAMinute);
  const given = parts(path);
  expect(signer.verify({ ...given, purpose: 'play\nv1', videoId: '' }, now)).toBe('forged');
});

test('a shared expiry is at least as long as asked, and the same within a step', () => {
  const one = sharedExpiry(now, 3600, 300);
  expect(one.toISOString()).toBe('2026-11-20T13:00:00.000Z');
  const later = sharedExpiry(new Date(now.getTime() + 1000), 3600, 300);
  expect(later.toISOString()).toBe('2026-11-20T13:05:00.000Z');
  expect(sharedExpiry(new Date(now.getTime() + 299_000), 3600, 300)).toEqual(later);
});
