import { TagRule, TranslationError } from '@vesper/contract';
import { expect, test } from 'vitest';
import { viewOf } from './view-of.ts';

test('takes each field from the column of its name, and nothing else', () => {
  const row = { video_id: 'v1', title: 'Waves', message: 'No.', attempts: 2, password_hash: 'secret' };
  expect(viewOf(TranslationError, row)).toStrictEqual({
    videoId: 'v1',
    title: 'Waves',
    message: 'No.',
    attempts: 2,
  });
});

test('writes moments in ISO 8601 and keeps null', () => {
  const row = { tag: 'a', becomes: null, created_at: new Date(0) };
  expect(viewOf(TagRule, row)).toStrictEqual({
    tag: 'a',
    becomes: null,
    createdAt: '1970-01-01T00:00:00.000Z',
  });
});

test('prefers what is given to the column', () => {
  const row = { tag: 'a', becomes: 'b', created_at: new Date(0) };
  expect(viewOf(TagRule, row, { becomes: null }).becomes).toBeNull();
});
