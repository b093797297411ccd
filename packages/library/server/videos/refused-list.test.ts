import type { VideoList } from '@vesper/contract';
import { expect, test } from 'vitest';
import { createMatcher } from '../refusals/matcher.ts';
import { allowedList, refusedList } from './refused-list.ts';

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

test('what is left out between the pieces of a term does not part them', () => {
  const terms = ['plimzor', 'drumpling farm'].map((term) => ({ term, isExact: false }));
  const list = { ...createMatcher({ terms, exceptions: [] }), help: { text: '', address: '' } };
  const isRefused = (search: string) => refusedList(list as never, { ...asked, search }) !== undefined;
  const refused = [
    'plim -waves zor',
    '"drumpling" -waves "farm"',
    'plim −waves zor',
    'dunes -"a b" plim -x zor',
  ];
  expect(refused.filter((search) => !isRefused(search))).toEqual([]);
  expect(['plim waves zor', 'dunes -waves zor', 'plim-waves zor'].filter(isRefused)).toEqual([]);
});
