import { routes } from '@vesper/contract';
import { expect, test } from 'vitest';
import { JOB_KINDS, listsOf } from './job-kinds.ts';

test('a filter is asked by the names that each kind of call has, and only with what is set', () => {
  const scope = { status: 'failed', source: 's', run: 'r', video: 'v' } as const;
  const common = { status: 'failed', sourceId: 's', videoId: 'v' };
  expect(JOB_KINDS.downloads.query({ ...scope, kind: 'downloads', ending: 'cancelled' })).toEqual({
    ...{ ...common, runId: 'r', ending: 'cancelled' },
  });
  expect(JOB_KINDS.media.query({ ...scope, kind: 'media', step: 'film' })).toEqual({
    ...{ ...common, rerunId: 'r', step: 'film' },
  });
});

test('an act on jobs refreshes their lists and their timelines, and not those of the other kind', () => {
  expect(listsOf('downloads')).toEqual([routes.downloads, routes.jobs]);
  expect(listsOf('media')).toEqual([routes.mediaJobs, routes.jobs]);
});
