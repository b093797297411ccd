import { expect, test } from 'vitest';
import { rightsOf, scopesOf } from './area-fields.tsx';

test('there is one scope for each area chosen, and none for the others', () => {
  expect(scopesOf({ ingest: 'write', words: 'read', site: 'none' })).toEqual(['ingest:write', 'words:read']);
  expect(scopesOf({})).toEqual([]);
});

test('of two scopes for an area the form shows the wider', () => {
  expect(rightsOf(['site:write', 'words:read', 'site:read'])).toEqual({ site: 'write', words: 'read' });
});
