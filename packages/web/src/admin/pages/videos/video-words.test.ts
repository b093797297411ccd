import type { ManagedVideo } from '@vesper/contract';
import { expect, test } from 'vitest';
import { formatStatusReason } from './video-words.ts';

const VIDEO = { status: 'published', hiddenReason: null, removalReason: null, publishedAt: null, gone: null };
const reason = (video: object) => formatStatusReason({ ...VIDEO, ...video } as ManagedVideo);

test('why a video is not public', () => {
  expect(reason({})).toBe('');
  expect(reason({ status: 'hidden', hiddenReason: 'takedown' })).toBe('Because of a notice');
  expect(reason({ status: 'hidden', hiddenReason: 'gone', gone: { class: 'private' } })).toBe(
    'Requires a sign-in there',
  );
  expect(reason({ status: 'removed', removalReason: 'Asked for.' })).toBe('Asked for.');
  expect(reason({ status: 'removed' })).toBe('No reason was given.');
  expect(reason({ status: 'processing' })).not.toBe(
    reason({ status: 'processing', publishedAt: '2026-01-01' }),
  );
});
