import { expect, test } from 'vitest';
import { JOB_KINDS } from './job-filter.ts';

test('a filter is asked by the names that each kind of call has, and only with what is set', () => {
  const scope = { status: 'failed', source: 's', run: 'r', video: 'v' } as const;
  const common = { status: 'failed', sourceId: 's', videoId: 'v' };
  expect(JOB_KINDS.downloads.query({ ...scope, kind: 'downloads', ending: 'cancelled' })).toEqual({
    ...common,
    runId: 'r',
    ending: 'cancelled',
  });
  expect(JOB_KINDS.media.query({ ...scope, kind: 'media', step: 'film' })).toEqual({
    ...common,
    rerunId: 'r',
    step: 'film',
  });
});
