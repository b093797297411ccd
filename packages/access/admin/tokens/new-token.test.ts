import { expect, test } from 'vitest';
import { scopesOf } from './new-token.tsx';

test('a token gets one scope for each area that it may see, and none for the others', () => {
  expect(scopesOf({ ingest: 'write', words: 'read', site: 'none' })).toEqual(['ingest:write', 'words:read']);
  expect(scopesOf({})).toEqual([]);
});
