import { LRUCache } from 'lru-cache';
import { AppError } from './app-error.ts';
import { isLoopback, networkOf } from './outbound/network-address.ts';

const HOUR_MS = 3_600_000;
const MOST_KEYS = 200_000;

/**
 * Counters behind limits. Web processes share their supervisor's, hence the promises. Each name has its own store, so
 * a flood of one kind evicts nothing of another; use few names.
 */
export interface Counts {
  /** False if `most` are used within an hour of the key's first. */
  take(name: string, key: string, most: number): boolean | Promise<boolean>;
  giveBack(name: string, key: string): void;
  /** Concurrent uses, until `end` or the process ends; false if there are too many. */
  begin(name: string, key: string, most: number): boolean | Promise<boolean>;
  end(name: string, key: string): void;
  /** Uses up a key's time, up to `aheadMs` in advance: returns how long to wait. */
  spend(name: string, key: string, ms: number, aheadMs: number): number | Promise<number>;
}

export function createCounts(now: () => number = () => performance.now()) {
  const hours = byName(() => hourOf(now));
  const open = byName(() => new Map<string, number>());
  const spent = byName(() => new LRUCache<string, number>({ max: MOST_KEYS }));
  return {
    take(name, key, most) {
      const taken = hours(name).get(key) ?? 0;
      if (taken < most) hours(name).set(key, taken + 1);
      return taken < most;
    },
    giveBack: (name, key) => takeOneOff(hours(name), key),
    begin(name, key, most) {
      const begun = open(name).get(key) ?? 0;
      if (begun < most) open(name).set(key, begun + 1);
      return begun < most;
    },
    end: (name, key) => takeOneOff(open(name), key),
    spend(name, key, ms, aheadMs) {
      const from = Math.max(spent(name).get(key) ?? -Infinity, now() - aheadMs);
      spent(name).set(key, from + ms);
      return Math.max(0, from + ms - now());
    },
  } satisfies Counts;
}

function hourOf(now: () => number) {
  return new LRUCache<string, number>({
    // Not `max`, which preallocates for all keys.
    ...{ maxSize: MOST_KEYS, sizeCalculation: () => 1, ttl: HOUR_MS, noUpdateTTL: true },
    ...{ ttlResolution: 0, perf: { now } },
  });
}

function takeOneOff(kept: Map<string, number> | LRUCache<string, number>, key: string): void {
  const n = kept.get(key) ?? 0;
  if (n > 1) kept.set(key, n - 1);
  else kept.delete(key);
}

function byName<Kept>(create: () => Kept): (name: string) => Kept {
  const all = new Map<string, Kept>();
  return (name) => {
    const kept = all.get(name) ?? create();
    all.set(name, kept);
    return kept;
  };
}

type OwnCounts = ReturnType<typeof createCounts>;
type Answer = boolean | number | undefined;
type Call<M extends keyof Counts = keyof Counts> = [method: M, ...args: Parameters<Counts[M]>];
type Ask = (...call: { [M in keyof Counts]: Call<M> }[keyof Counts]) => Promise<Answer>;

/** Exceeded only if the other process hangs. */
const MOST_UNANSWERED = 10_000;

/** Another process keeps these. Throws `unavailable` if too many calls are unanswered. */
export function countsOfAnother(ask: Ask): Counts {
  let unanswered = 0;
  const question = async (...call: Parameters<Ask>): Promise<Answer> => {
    if (unanswered >= MOST_UNANSWERED) throw new AppError('unavailable', 'The site is not ready.');
    unanswered += 1;
    return ask(...call).finally(() => {
      unanswered -= 1;
    });
  };
  // If that process is gone, so are its counts. Each of these follows a bounded call, so needs no bound.
  const ignored = () => {};
  return {
    take: (...args) => question('take', ...args) as Promise<boolean>,
    giveBack: (...args) => void ask('giveBack', ...args).catch(ignored),
    begin: (...args) => question('begin', ...args) as Promise<boolean>,
    end: (...args) => void ask('end', ...args).catch(ignored),
    spend: (...args) => question('spend', ...args) as Promise<number>,
  };
}

/** Answers another process; `forget` ends what that process began, once it is gone. */
export function answerCounts(counts: OwnCounts) {
  const begun: { name: string; key: string }[] = [];
  return {
    answer(...[method, ...args]: Parameters<Ask>): Answer {
      const [name, key] = args;
      const value = (counts[method] as (...args: unknown[]) => Answer)(...args);
      if (method === 'begin' && value) begun.push({ name, key });
      if (method === 'end') {
        const place = begun.findIndex((one) => one.name === name && one.key === key);
        if (place >= 0) begun.splice(place, 1);
      }
      return value;
    },
    forget(): void {
      for (const { name, key } of begun.splice(0)) counts.end(name, key);
    },
  };
}

/** Concurrent uses per visitor's network; 0 is unlimited. Loopback is exempt: an untrusted proxy's visitors all come from it. */
export function createConcurrentLimit(counts: Counts, { name, most }: { name: string; most: number }) {
  return {
    /** Undefined if there are too many; otherwise call the result once when done. */
    async begin(address: string): Promise<(() => void) | undefined> {
      if (most === 0 || isLoopback(address)) return () => {};
      const network = networkOf(address);
      if (!(await counts.begin(name, network, most))) return undefined;
      return () => counts.end(name, network);
    },
  };
}

export type ConcurrentLimit = ReturnType<typeof createConcurrentLimit>;
