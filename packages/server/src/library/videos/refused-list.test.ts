import type { VideoList } from '@vesper/contract';
import { expect, test } from 'vitest';
import { allowedList } from './refused-list.ts';

const refusals = { isRefused: (text: string) => text.includes('refused'), help: { text: '', address: '' } };
const asked = { page: 1, limit: 24, search: 'refusde' };

function found(search: VideoList['search']): VideoList {
  const pagination = { page: 1, limit: 24, totalPages: 1, totalVideos: 3, totalIsCapped: false };
  return {
    videos: [],
    pagination: { ...pagination, hasPreviousPage: false, hasNextPage: false },
    isSearch: true,
    search,
  };
}

test('no correction leads to what is refused', () => {
  const answer = allowedList(refusals as never, asked, found({ searchedInstead: 'refused' }));
  expect(answer).toMatchObject({ videos: [], pagination: { totalVideos: 0 }, refused: {} });
  expect(answer.search).toBeUndefined();
  const offered = allowedList(refusals as never, asked, found({ didYouMean: 'refused' }));
  expect(offered).not.toHaveProperty('search');
  expect(offered.pagination.totalVideos).toBe(3);
});

test('any other may be searched for', () => {
  const list = found({ searchedInstead: 'waves' });
  expect(allowedList(refusals as never, asked, list)).toBe(list);
});

test('no category with a refused name is counted', () => {
  const kinds = { duration: {}, quality: {}, date: {}, isCapped: false };
  const filterCounts = { ...kinds, categories: { 'refused things': 2, Waves: 1 } };
  const answer = allowedList(refusals as never, asked, { ...found(undefined), filterCounts } as never);
  expect(answer.filterCounts).toEqual({ ...kinds, categories: { Waves: 1 } });
});
