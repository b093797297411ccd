import { expect, test } from 'vitest';
import { createMediaSigner, sharedExpiry } from './signing.ts';

const signer = createMediaSigner(Buffer.from('k'.repeat(32)));
const now = new Date('2026-11-20T12:00:00Z');

function parts(path: string) {
  const [, , purpose = '', videoId = '', expires = '', signature = ''] = path.split('/');
  return { purpose, videoId, expires, signature };
}

test('an address holds until it expires, and not a second longer', () => {
  const { path, expiresAt } = signer.sign('video', 'v1', new Date(now.getTime() + 60_000), 'mp4');
  expect(signer.verify(parts(path), now)).toBe('valid');
  expect(signer.verify(parts(path), new Date(expiresAt.getTime() - 1))).toBe('valid');
  expect(signer.verify(parts(path), expiresAt)).toBe('expired');
});

test('another key signs otherwise', () => {
  const { path } = signer.sign('video', 'v1', new Date(now.getTime() + 60_000), 'mp4');
  expect(createMediaSigner(Buffer.from('l'.repeat(32))).verify(parts(path), now)).toBe('forged');
});

test('what is signed cannot be shifted between its parts', () => {
  const { path } = signer.sign('video', 'v1', new Date(now.getTime() + 60_000), 'mp4');
  const given = parts(path);
  expect(signer.verify({ ...given, purpose: 'video\nv1', videoId: '' }, now)).toBe('forged');
});

test('a shared expiry is at least as long as asked, and the same within a step', () => {
  const one = sharedExpiry(now, 3600, 300);
  expect(one.toISOString()).toBe('2026-11-20T13:00:00.000Z');
  const later = sharedExpiry(new Date(now.getTime() + 1000), 3600, 300);
  expect(later.toISOString()).toBe('2026-11-20T13:05:00.000Z');
  expect(sharedExpiry(new Date(now.getTime() + 299_000), 3600, 300)).toEqual(later);
});
