import { expect, it } from 'vitest';
import { matchPattern } from './match-pattern.ts';

it.each([
  ['/', '/', {}],
  ['/video/:id', '/video/a-1', { id: 'a-1' }],
  ['/video/:id', '/video/a-1/', { id: 'a-1' }],
  ['/video/:id', '/video/a%2Fb%2525', { id: 'a/b%25' }],
  ['/video/:id', '/video/', undefined],
  ['/video/:id', '/video/a/b', undefined],
  ['/video/:id', '/video/%E0%A4%A', undefined],
])('%s against %s', (pattern, path, params) => {
  expect(matchPattern(pattern, path)).toEqual(params);
});
