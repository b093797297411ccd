import { expect, test } from 'vitest';
import { filterHref, JOB_KINDS, readFilter, withScope } from './job-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

test('a filter read from an address is written back to it', () => {
  const media = '?kind=media&status=failed&step=film&source=abc&class=storage';
  for (const query of [media, '?search=https%3A%2F%2Fa.test%2F%3Fx%3D1%26y'])
    expect(filterHref(read(query))).toBe(`/admin/jobs${query}`);
});

test('drops unknown values, and keeps only one of source, run, video and search', () => {
  expect(filterHref(read('?kind=x&status=lost&class=none&step=film'))).toBe('/admin/jobs');
  expect(filterHref(read('?search=a&source=s&run=r&video=v'))).toBe('/admin/jobs?source=s');
  expect(filterHref(withScope(read('?status=failed&source=s'), { search: 'a' }))).toBe(
    '/admin/jobs?status=failed&search=a',
  );
  expect(filterHref(withScope(read('?source=s'), {}))).toBe('/admin/jobs');
});

test('a filter is asked by the names that each kind of call has, and only with what is set', () => {
  const scope = { status: 'failed', source: 's', run: 'r', video: 'v' } as const;
  const common = { status: 'failed', sourceId: 's', videoId: 'v' };
  const downloads = JOB_KINDS.downloads.query({ ...scope, kind: 'downloads', ending: 'cancelled' });
  expect(downloads).toEqual({ ...common, runId: 'r', ending: 'cancelled' });
  const media = JOB_KINDS.media.query({ ...scope, kind: 'media', step: 'film' });
  expect(media).toEqual({ ...common, rerunId: 'r', step: 'film' });
});
