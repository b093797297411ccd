import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { CHECK_KEY, forgetEndedSession } from './query-client.ts';

const refused = (status: number): Promise<unknown> => Promise.reject({ status, sentence: 'No.' });

async function fail(cache: QueryClient, status: number) {
  const mutation = cache.getMutationCache().build(cache, { mutationFn: () => refused(status) });
  await mutation.execute(undefined).catch(() => {});
  return mutation;
}

it('a call that is answered 401 ends the session for all that look, another refusal does not', async () => {
  const cache = new QueryClient();
  forgetEndedSession(cache);
  cache.setQueryData(CHECK_KEY, { isAdmin: true });
  await fail(cache, 409);
  expect(cache.getQueryData(CHECK_KEY)).toEqual({ isAdmin: true });
  await fail(cache, 401);
  expect(cache.getQueryData(CHECK_KEY)).toEqual({ isAdmin: false });
});

it('a former refusal says nothing of the session that began after it', async () => {
  const cache = new QueryClient();
  forgetEndedSession(cache);
  const wrongCode = await fail(cache, 401);
  cache.setQueryData(CHECK_KEY, { isAdmin: true });
  cache.getMutationCache().remove(wrongCode);
  expect(cache.getQueryData(CHECK_KEY)).toEqual({ isAdmin: true });
});
