import { QueryClient } from '@tanstack/react-query';
import { readPaths, routes } from '@vesper/contract';
import { expect, test } from 'vitest';
import { configQuery } from '../../data/catalogue-queries.ts';
import { keyOf, refreshPaths } from './ask.ts';
import { cursor } from './use-admin-query.ts';

test('only the answers to the calls that are named are asked again, whatever their input', async () => {
  const cache = new QueryClient();
  const keys = [
    keyOf(routes.sources.list),
    keyOf(routes.sources.get, { id: '7' }),
    [...keyOf(routes.downloads.list, { limit: 50 }), 'list'],
    keyOf(routes.downloads.counts),
    keyOf(routes.takedowns.strikes, { id: '7' }),
  ];
  for (const key of keys) cache.setQueryData(key, {});
  await refreshPaths(cache, readPaths([routes.sources, routes.downloads.list]));
  expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('two questions of one call have two answers', () => {
  expect(keyOf(routes.sources.get, { id: '1' })).not.toEqual(keyOf(routes.sources.get, { id: '2' }));
});

test('the configuration that visitors see has the key of its call, so that saving a domain refreshes it', () => {
  expect(configQuery({} as never).queryKey).toEqual(keyOf(routes.domains.config));
});

test('a list goes on before or after its last row, as its call has it', () => {
  expect(cursor(routes.downloads.list, 'a')).toEqual({ before: 'a' });
  expect(cursor(routes.topics.tags, 'b')).toEqual({ after: 'b' });
  expect([cursor(routes.audit.list, null), cursor(routes.audit.list, undefined)]).toEqual([
    undefined,
    undefined,
  ]);
});
