import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { CHECK_KEY, forgetEndedSession } from './query-client.ts';

const refused = (status: number): Promise<unknown> => Promise.reject({ status, sentence: 'No.' });

async function fail(cache: QueryClient, status: number) {
  const mutation = cache.getMutationCache().build(cache, { mutationFn: () => refused(status) });
  await mutation.execute(undefined).catch(() => {});
  return mutation;
}

it('a 401 from any call ends the session everywhere, another error status does not', async () => {
  const cache = new QueryClient();
  forgetEndedSession(cache);
  cache.setQueryData(CHECK_KEY, { isAdmin: true });
  await fail(cache, 409);
  expect(cache.getQueryData(CHECK_KEY)).toEqual({ isAdmin: true });
  await fail(cache, 401);
  expect(cache.getQueryData(CHECK_KEY)).toEqual({ isAdmin: false });
});

it('an earlier error does not affect a session that began after it', async () => {
  const cache = new QueryClient();
  forgetEndedSession(cache);
  const wrongCode = await fail(cache, 401);
  cache.setQueryData(CHECK_KEY, { isAdmin: true });
  cache.getMutationCache().remove(wrongCode);
  expect(cache.getQueryData(CHECK_KEY)).toEqual({ isAdmin: true });
});
