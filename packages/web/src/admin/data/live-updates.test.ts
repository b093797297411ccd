import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createRefresher } from './live-updates.tsx';

const KEYS = [
  ['/api/languages'],
  ['/api/keywords', { limit: 50 }],
  ['/api/keyword-videos', { keywordId: '1' }],
];

afterEach(() => vi.unstubAllGlobals());

function refresherOfTab() {
  const tab = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', tab);
  const cache = new QueryClient();
  for (const key of KEYS) cache.setQueryData(key, []);
  const stale = () => KEYS.filter((key) => cache.getQueryState(key)?.isInvalidated).map(([path]) => path);
  return { tab, stale, ...createRefresher(cache, new AbortController().signal) };
}

test('a hidden tab waits until it is visible', () => {
  const { tab, refresh, stale } = refresherOfTab();
  tab.hidden = true;
  refresh(['/api/languages']);
  expect(stale()).toEqual([]);
  tab.hidden = false;
  tab.dispatchEvent(new Event('visibilitychange'));
  expect(stale()).toEqual(['/api/languages']);
});

test('what changes during a round is refetched in the next', async () => {
  const { refresh, stale } = refresherOfTab();
  refresh(['/api/languages']);
  refresh(['/api/keywords']);
  expect(stale()).toEqual(['/api/languages']);
  await vi.waitFor(() => expect(stale()).toEqual(['/api/languages', '/api/keywords']));
});
