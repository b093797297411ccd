import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { type LeaseLoop, type LeaseTiming, startLeaseLoop } from './lease-loop.ts';

const TIMING: LeaseTiming = { pollMs: 10, renewMs: 10, leaseMs: 200 };

interface Piece {
  id: string;
}

let loop: LeaseLoop | undefined;
afterEach(() => loop?.stop());

/** An in-memory table. */
function table(ids: readonly string[]) {
  const seen = {
    waiting: ids.map((id) => ({ id })),
    running: [] as string[],
    most: 0,
    ended: [] as string[],
    aborted: [] as { id: string; reason: string }[],
    renew: async (_piece: Piece): Promise<boolean> => true,
    claim: async (): Promise<Piece | undefined> => seen.waiting.shift(),
    tended: 0,
    fault: undefined as Error | undefined,
    finish: new Map<string, () => void>(),
  };
  return seen;
}

function start(
  seen: ReturnType<typeof table>,
  concurrency: number | (() => number) = 2,
  log = silentLog,
): LeaseLoop {
  loop = startLeaseLoop<Piece>(
    {
      keyOf: ({ id }) => id,
      tend: async () => {
        seen.tended += 1;
      },
      claim: () => seen.claim(),
      renew: (piece) => seen.renew(piece),
      async run({ id }, { signal }) {
        expect(seen.running).not.toContain(id);
        seen.running.push(id);
        seen.most = Math.max(seen.most, seen.running.length);
        await new Promise<void>((resolve) => {
          seen.finish.set(id, resolve);
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve());
        });
        if (signal.aborted) seen.aborted.push({ id, reason: (signal.reason as Error).message });
        seen.running.splice(seen.running.indexOf(id), 1);
        seen.ended.push(id);
        if (seen.fault) throw seen.fault;
      },
    },
    {
      concurrency: typeof concurrency === 'number' ? () => concurrency : concurrency,
      ...{ timing: TIMING, log },
    },
  );
  return loop;
}

test('runs as many at once as currently allowed, and aborts none when the limit drops', async () => {
  const seen = table(['a', 'b', 'c', 'd']);
  let most = 1;
  start(seen, () => most);
  await expect.poll(() => seen.running).toEqual(['a']);
  most = 3;
  await expect.poll(() => seen.running).toEqual(['a', 'b', 'c']);
  most = 1;
  seen.finish.get('a')?.();
  seen.finish.get('b')?.();
  await expect.poll(() => seen.running).toEqual(['c']);
  seen.finish.get('c')?.();
  await expect.poll(() => seen.running).toEqual(['d']);
  expect([seen.most, seen.aborted]).toEqual([3, []]);
  expect(seen.tended).toBeGreaterThan(0);
});

test('aborts only work whose lease is lost', async () => {
  const seen = table(['a', 'b']);
  seen.renew = async ({ id }) => id !== 'a';
  start(seen);
  await expect.poll(() => seen.aborted).toEqual([{ id: 'a', reason: 'The lease was lost.' }]);
  expect(seen.running).toEqual(['b']);
});

test('tolerates failing renewals until the lease has lapsed', async () => {
  const seen = table(['a']);
  const startedAt = performance.now();
  seen.renew = () => Promise.reject(new Error('The database is away.'));
  start(seen);
  await expect.poll(() => seen.aborted, { timeout: 10_000 }).toHaveLength(1);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(TIMING.leaseMs);
});

test('never runs one key twice: the former run is aborted and awaited', async () => {
  const seen = table(['a', 'a']);
  start(seen);
  await expect.poll(() => seen.aborted).toEqual([{ id: 'a', reason: 'The lease was lost.' }]);
  await expect.poll(() => seen.running).toEqual(['a']);
});

test('polls again after the queue could not be read', async () => {
  const seen = table(['a']);
  let broken = true;
  const { claim } = seen;
  seen.claim = async () => {
    if (!broken) return claim();
    broken = false;
    throw new Error('The database is away.');
  };
  start(seen);
  await expect.poll(() => seen.running).toEqual(['a']);
});

test('a stop claims nothing more, aborts what runs and waits for it', async () => {
  const seen = table(['a', 'b', 'c']);
  const running = start(seen);
  await expect.poll(() => seen.running).toEqual(['a', 'b']);
  await running.stop();
  expect(seen.ended).toEqual(['a', 'b']);
  expect(seen.aborted.map(({ reason }) => reason)).toEqual(Array(2).fill('The worker is stopping.'));
  expect(seen.waiting).toEqual([{ id: 'c' }]);
});
