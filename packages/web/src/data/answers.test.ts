import { expect, it, vi } from 'vitest';
import { Answers, type PageQuery } from './answers.ts';

const REFUSAL = { status: 404, sentence: 'This video does not exist.' };

/** Gives these answers in turn; throws those that are not text. */
function queryOf(...answers: unknown[]) {
  const queryFn = vi.fn(async () => {
    const next = answers.shift();
    if (typeof next !== 'string') throw next;
    return next;
  });
  return { queryKey: ['/api/videos', 'one'], queryFn } satisfies PageQuery;
}

it('asks once for concurrent and later callers', async () => {
  const cache = new Answers();
  const query = queryOf('first', 'second');
  expect(await Promise.all([cache.fetch(query), cache.fetch(query)])).toEqual(['first', 'first']);
  expect(await cache.fetch(query)).toBe('first');
  expect(query.queryFn).toHaveBeenCalledTimes(1);
});

it('asks again once the answer is stale, and keeps it until the next one arrives', async () => {
  const cache = new Answers();
  const query = queryOf('first', 'second');
  await cache.fetch(query);
  const again = cache.fetch({ ...query, staleTime: 0 });
  expect(cache.read(query.queryKey).data).toBe('first');
  expect(await again).toBe('second');
  expect(cache.read(query.queryKey).data).toBe('second');
});

it('notifies watchers, and keeps the data when a later attempt fails', async () => {
  const cache = new Answers();
  const query = queryOf('first', REFUSAL);
  const onChange = vi.fn();
  const stop = cache.watch(query, false, onChange);
  await vi.waitFor(() => expect(cache.read(query.queryKey).data).toBe('first'));
  expect(onChange).toHaveBeenCalledTimes(1);
  await cache.prefetch({ ...query, staleTime: 0 });
  expect(cache.read(query.queryKey)).toEqual({ data: 'first', error: REFUSAL });
  stop();
  cache.set(query.queryKey, { data: 'other' });
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('asks again for the next watcher after a broken connection, but not after an error status', async () => {
  for (const [failure, tries] of [
    [new TypeError('Failed to fetch'), 2],
    [REFUSAL, 1],
  ] as const) {
    const cache = new Answers();
    const query = queryOf(failure, 'second');
    const stop = cache.watch(query, false, () => {});
    await vi.waitFor(() => expect(cache.read(query.queryKey).error).toBe(failure));
    stop();
    cache.watch(query, false, () => {});
    expect(query.queryFn).toHaveBeenCalledTimes(tries);
  }
});

it('shows a retry as pending', async () => {
  const cache = new Answers();
  const query = queryOf(new TypeError('Failed to fetch'), 'second');
  cache.watch(query, false, () => {});
  await vi.waitFor(() => expect(cache.read(query.queryKey).error).toBeDefined());
  cache.retryFailed();
  expect(cache.read(query.queryKey)).toEqual({ data: undefined, error: undefined });
  await vi.waitFor(() => expect(cache.read(query.queryKey).data).toBe('second'));
});

it('forgets answers unused for a while, and keeps watched ones', async () => {
  vi.useFakeTimers();
  const cache = new Answers();
  const keyOf = (name: string): PageQuery['queryKey'] => ['/api/videos', name];
  for (const name of ['unused', 'watched', 'kept']) {
    await cache.fetch({
      ...queryOf('answer'),
      queryKey: keyOf(name),
      ...(name === 'kept' && { gcTime: 600_001 }),
    });
  }
  cache.watch({ ...queryOf(), queryKey: keyOf('watched') }, false, () => {});
  vi.advanceTimersByTime(600_000);
  cache.set(keyOf('new'), { data: 'answer' });
  expect(cache.all().map(({ key }) => key[1])).toEqual(['watched', 'kept', 'new']);
  vi.useRealTimers();
});
