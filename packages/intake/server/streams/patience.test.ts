import { SourceError, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import { expect, test } from 'vitest';
import { persist } from './patience.ts';

const signal = new AbortController().signal;
const delaysMs = [1, 1, 1, 1];
const waits = (retryAfterMs: number) => new SourceError('host_waits', 'The queue is long.', { retryAfterMs });

/** Fails with each error in turn, then succeeds; how it ended, and how many tries that took. */
async function tryWith(errors: unknown[], delays = delaysMs) {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (errors.length > 0) throw errors.shift();
    return 'done';
  };
  const end = await persist(work, { signal, delaysMs: delays }).catch((error: Error) => error.message);
  return [end, tries];
}

test('a temporary failure is retried, as often as there are pauses', async () => {
  expect(await tryWith([statusError(503), statusError(429), waits(1)])).toEqual(['done', 4]);
  const five = Array.from({ length: 9 }, () => statusError(503));
  expect(await tryWith(five)).toEqual(['The address answered 503 Service Unavailable.', 5]);
});

test('a permanent failure is not retried', async () => {
  expect(await tryWith([statusError(404)])).toEqual(['The address answered 404 Not Found.', 1]);
  expect(await tryWith([new Error('Ours.')])).toEqual(['Ours.', 1]);
});

test('a host that wants a long pause is not retried', async () => {
  expect(await tryWith([waits(600_000)])).toEqual(['The queue is long.', 1]);
  expect(await tryWith([statusError(503, '600')])).toEqual([
    'The address answered 503 Service Unavailable.',
    1,
  ]);
});

test('the error is the reason for the pause, so that the job counts an attempt', async () => {
  expect(await tryWith([statusError(503), waits(600_000)])).toEqual([
    'The address answered 503 Service Unavailable.',
    2,
  ]);
});

test('a pause ends with the signal', async () => {
  const stop = new AbortController();
  const reason = new Error('The worker stops.');
  const work = async () => {
    stop.abort(reason);
    throw statusError(503);
  };
  await expect(persist(work, { signal: stop.signal, delaysMs: [60_000] })).rejects.toBe(reason);
});
