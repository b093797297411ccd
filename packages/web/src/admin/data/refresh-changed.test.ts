import { expect, test } from 'vitest';
import { isChanged } from './refresh-changed.ts';

test.each([
  ['/api/download-jobs', ['/api/download-jobs'], true],
  ['/api/download-jobs/counts', ['/api/admin/stats', '/api/download-jobs'], true],
  ['/api/download-jobs', ['/api/download-jobs/counts'], false],
  ['/api/download-jobs-of-old', ['/api/download-jobs'], false],
  ['/api/video-sources', ['/api/videos'], false],
  ['/api/keywords', ['/api'], true],
  [undefined, ['/api'], false],
])('%s after a change of %s: %s', (path, changed, expected) => {
  expect(isChanged(path, changed)).toBe(expected);
});
