import { expect, test } from 'vitest';
import { sharedForASecond } from './shared-second.ts';

test('what took a second to read is kept by no shared cache', () => {
  const now = Date.now();
  const cachingOf = (startedAt: number) => sharedForASecond(startedAt)['cache-control'];
  expect(cachingOf(now + 60_000)).toBe('public, max-age=0, s-maxage=1, must-revalidate');
  expect(cachingOf(now - 1000)).toBe('public, max-age=0, s-maxage=0, must-revalidate');
});
