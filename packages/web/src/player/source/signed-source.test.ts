import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SignedAddress } from '../../data/catalogue-queries.ts';
import { REFRESH_LEAD_MS, RETRY_MS, refreshDelayMs, SignedSource } from './signed-source.ts';

const HOUR_MS = 3_600_000;
let answers: (SignedAddress | 'refused' | 'missing')[];
let asked: string[];
let played: string[];
let stillGood: number[];
let missing: number;

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  asked = [];
  played = [];
  stillGood = [];
  missing = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function createSource(): SignedSource {
  return new SignedSource({
    ownUrl: () => 'own',
    sign: async (wanted) => {
      asked.push(wanted);
      const next = answers.shift() ?? 'refused';
      if (next === 'refused') throw new Error('refused');
      if (next === 'missing') throw { status: 404, sentence: 'This video does not exist.' };
      return next;
    },
    onChange: (url, stillGoodForMs) => {
      played.push(url);
      stillGood.push(stillGoodForMs);
    },
    onMissing: () => {
      missing += 1;
    },
  });
}

function signed(url: string, livesMs = HOUR_MS): SignedAddress {
  return { url, expiresAtMs: Date.now() + livesMs };
}

it('plays the signed address and renews it five minutes before it expires', async () => {
  answers = [signed('first')];
  await createSource().start();
  expect(played).toEqual(['first']);

  await vi.advanceTimersByTimeAsync(HOUR_MS - REFRESH_LEAD_MS - 1);
  expect(asked).toEqual(['cached']);
  answers = [signed('second')];
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['cached', 'fresh']);
  expect(played).toEqual(['first', 'second']);
});

it('stays with the own address after a failed call and asks again after 30 seconds', async () => {
  await createSource().start();
  expect(played).toEqual([]);
  await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
  expect(asked).toEqual(['cached']);
  answers = [signed('late')];
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['cached', 'fresh']);
  expect(played).toEqual(['late']);
});

it('asks at once for an address that has expired early, and then waits as after any failure', async () => {
  answers = [signed('first')];
  const source = createSource();
  await source.start();
  source.expire();
  source.expire();
  await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
  source.expire();
  expect(asked).toEqual(['cached', 'fresh']);
  answers = [signed('second')];
  await vi.advanceTimersByTimeAsync(1);
  expect(played).toEqual(['first', 'second']);
});

it('has nothing left to play if the signed address is the own one, but keeps renewing it', async () => {
  answers = [signed('own')];
  const source = createSource();
  await source.start();
  expect(played).toEqual([]);
  expect(source.giveUpCurrent()).toBe(false);
  answers = [signed('moved')];
  await vi.advanceTimersByTimeAsync(HOUR_MS - REFRESH_LEAD_MS);
  expect(asked).toEqual(['cached', 'fresh']);
  expect([played, stillGood]).toEqual([['moved'], [0]]);
});

it('gives up an address that does not play, the own one last', async () => {
  answers = [signed('first')];
  const source = createSource();
  await source.start();
  expect(source.giveUpCurrent()).toBe(true);
  expect(played).toEqual(['first', 'own']);
  expect(source.giveUpCurrent()).toBe(false);
  answers = [signed('second')];
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(played).toEqual(['first', 'own', 'second']);
});

it('asks at once after a sleep in which the renewal became due', async () => {
  answers = [signed('first')];
  const source = createSource();
  await source.start();
  source.wake();
  expect(asked).toHaveLength(1);
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  answers = [signed('second')];
  source.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(played).toEqual(['first', 'second']);
});

it('says how long the previous address stays valid, and plays the own one once renewal has failed', async () => {
  answers = [signed('first')];
  const source = createSource();
  await source.start();
  answers = [signed('second'), 'refused'];
  await vi.advanceTimersByTimeAsync(HOUR_MS - REFRESH_LEAD_MS);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(played).toEqual(['first', 'second', 'own']);
  expect(stillGood).toEqual([Number.POSITIVE_INFINITY, REFRESH_LEAD_MS, 0]);
});

it('reports a missing video, but keeps asking', async () => {
  answers = ['missing'];
  await createSource().start();
  expect(missing).toBe(1);
  expect(played).toEqual([]);
  answers = [signed('late')];
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(played).toEqual(['late']);
});

it('says nothing once stopped', async () => {
  answers = [signed('first')];
  const source = createSource();
  const started = source.start();
  source.stop();
  await started;
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(played).toEqual([]);
  expect(asked).toEqual(['cached']);
});

it.each([
  [HOUR_MS, HOUR_MS - REFRESH_LEAD_MS],
  [360_000, 180_000],
  [-HOUR_MS, 5000],
])('an address with %s ms left is renewed in %s ms', (remaining, delay) => {
  expect(refreshDelayMs(remaining)).toBe(delay);
});
