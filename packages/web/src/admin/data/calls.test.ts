import { QueryClient } from '@tanstack/react-query';
import { readPaths, routes } from '@vesper/contract';
import { expect, it, test } from 'vitest';
import { configQuery } from '../../data/catalogue-queries.ts';
import { cursor, failureToast, keyOf, refreshPaths } from './calls.ts';
import { reasonIn } from './password-question.ts';

test('refetches the named calls only, with any input', async () => {
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
  const stale = keys.filter((key) => cache.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual(keys.slice(0, 3));
});

test('the configuration that visitors see has the key of its call, so that saving a domain refreshes it', () => {
  expect(configQuery({} as never).queryKey).toEqual(keyOf(routes.domains.config));
});

test('a list continues before or after its last row, depending on the call', () => {
  expect(cursor(routes.downloads.list, 'a')).toEqual({ before: 'a' });
  expect(cursor(routes.topics.tags, 'b')).toEqual({ after: 'b' });
  for (const end of [null, undefined]) expect(cursor(routes.audit.list, end)).toBeUndefined();
});

const CATALOGUE = 'Failed to queue download';

it("shows the server's message, else the call's default", () => {
  const refused = { status: 409, sentence: 'It is in the queue.' };
  expect(failureToast(refused, CATALOGUE)).toMatchObject({ description: 'It is in the queue.' });
  expect(failureToast(new TypeError('Failed to fetch'), CATALOGUE)).toMatchObject({ description: CATALOGUE });
});

it('leaves out the field name', () => {
  const fields = { dailyQuota: 'It must be a whole number.' };
  const refused = { status: 400, sentence: 'dailyQuota: It must be a whole number.', fields };
  expect(failureToast(refused, CATALOGUE).description).toBe('It must be a whole number.');
  const other = { ...refused, sentence: 'Note: this is another sentence.' };
  expect(failureToast(other, CATALOGUE).description).toBe('Note: this is another sentence.');
});

it('says in the password dialog what the action would do, if the server does', () => {
  const always = 'Please give your password again (POST /api/admin/confirm), then do this again.';
  const hides = 'This would hide 56 public videos.';
  const reasons = [always, `${hides} ${always}`].map((sentence) => reasonIn({ status: 403, sentence }));
  expect(reasons).toEqual(['', hides]);
});
