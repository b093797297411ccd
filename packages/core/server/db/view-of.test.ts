import { TagRule, TranslationError } from '@vesper/contract';
import { expect, test } from 'vitest';
import { viewOf } from './view-of.ts';

test('takes each field from its column or from what is given, writes moments in ISO 8601, and passes nothing else', () => {
  const row = { video_id: 'v1', title: 'Waves', message: 'No.', attempts: 2, password_hash: 'secret' };
  const view = { videoId: 'v1', title: 'Waves', message: 'No.', attempts: 2 };
  expect(viewOf(TranslationError, row)).toStrictEqual(view);
  const rule = { tag: 'a', becomes: 'b', created_at: new Date(0) };
  expect(viewOf(TagRule, rule, { becomes: null })).toStrictEqual({
    ...{ tag: 'a', becomes: null, createdAt: '1970-01-01T00:00:00.000Z' },
  });
});
