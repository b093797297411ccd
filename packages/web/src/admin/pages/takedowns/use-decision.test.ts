import { DMCA_NOTES, type DmcaSummary } from '@vesper/contract';
import { expect, test } from 'vitest';
import { callOf } from './use-decision.ts';

const request = { id: '7' } as DmcaSummary;

test('a decision without notes has the specified ones', () => {
  expect(callOf({ request, status: 'denied' })).toEqual({
    id: '7',
    status: 'denied',
    adminNotes: DMCA_NOTES.denied,
  });
  expect(callOf({ request, status: 'approved', notes: '  ' }).adminNotes).toBe(DMCA_NOTES.approved);
  expect(callOf({ request, status: 'approved', notes: ' Seen. ' }).adminNotes).toBe('Seen.');
});

test.each([
  ['abc', 'abc'],
  [' abc ', 'abc'],
  ['https://site.test/video/abc/some-title?t=1', 'abc'],
  ['/video/abc#top', 'abc'],
])('the video is named by its id or its address: %s', (videoId, id) => {
  expect(callOf({ request, status: 'approved', videoId })).toMatchObject({ videoId: id });
});

test('no video is named where the field is blank', () => {
  expect(callOf({ request, status: 'approved', videoId: ' ' })).not.toHaveProperty('videoId');
});
