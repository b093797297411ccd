import { LRUCache } from 'lru-cache';
import type { Faults } from '../lib/faults.ts';
import { createPolling, findInBatches } from '../lib/polling.ts';
import { isUnavailable } from './errors.ts';
import type { RenderedPage } from './page-cache.ts';

export interface LastPagesOptions {
  /** Finds the names of removable content in the HTML. */
  namesIn: (html: Buffer) => Iterable<string>;
  /** The names that may still be shown. Rejects while the database is down. Must not queue behind visitors' requests. */
  findShown: (names: readonly string[]) => Promise<readonly string[]>;
  faults: Faults;
  now?: () => number;
  pollEveryMs?: number;
}

/** As long as browsers may keep a picture. */
const MOST_AGE_MS = 5 * 60_000;
const MAX_BYTES = 12 * 1024 * 1024;
/** Pages not checked yet, mostly of the last second. */
const MAX_FRESH_BYTES = 4 * 1024 * 1024;
const POLL_MS = 1000;
const ANSWER_MS = 5000;
const SENTENCE = 'The database does not answer: pages are served as they were last rendered.';
const UNCHECKED = 'Kept pages could not be checked for takedowns, and are dropped.';

interface Kept {
  page: RenderedPage;
  at: number;
  /** Read lazily: most pages of a busy site are evicted before the check. */
  names?: readonly string[];
}

/**
 * The last rendering of each page, for when the database does not answer. Each second, pages showing anything taken down
 * are dropped; only pages that passed such a check are served. A takedown in the database's last second is missed.
 */
export function createLastPages({
  namesIn,
  findShown,
  faults,
  now = () => performance.now(),
  pollEveryMs = POLL_MS,
}: LastPagesOptions) {
  const store = (maxSize: number) =>
    new LRUCache<string, Kept>({
      maxSize,
      sizeCalculation: ({ page }) => page.sizeBytes,
      ttl: MOST_AGE_MS,
      ttlResolution: 0,
      perf: { now },
    });
  const kept = store(MAX_BYTES);
  /** Not checked yet. A page's older rendering stays until this one is. */
  const fresh = store(MAX_FRESH_BYTES);
  let isAway = false;
  let isStopped = false;
  const polling = createPolling({ everyMs: pollEveryMs, poll, now });

  async function poll(): Promise<void> {
    for (const pages of [kept, fresh]) pages.purgeStale();
    if (kept.size + fresh.size === 0 && !isAway) return polling.pause();
    const isLate = setTimeout(() => {
      isAway = true;
    }, ANSWER_MS).unref();
    try {
      await check();
      isAway = false;
      for (const fault of [SENTENCE, UNCHECKED]) faults.end(fault);
    } catch (error) {
      if (isStopped) return;
      if (isUnavailable(error)) isAway = true;
      else dropAll(error);
    } finally {
      clearTimeout(isLate);
    }
  }

  async function check(): Promise<void> {
    const checked = [...fresh.entries()];
    const names = [...new Set([...kept.values(), ...fresh.values()].flatMap(namesOf))];
    // Even without names: the query tells whether the database answers.
    const stillShown = await findInBatches(names, findShown);
    const gone = new Set(names.filter((name) => !stillShown.has(name)));
    for (const pages of gone.size > 0 ? [kept, fresh] : [])
      for (const [key, one] of [...pages.entries()])
        if (namesOf(one).some((name) => gone.has(name))) forget(key);
    for (const [key, one] of checked) {
      // Dropped or re-rendered meanwhile.
      if (fresh.peek(key) !== one) continue;
      fresh.delete(key);
      kept.set(key, one, { start: one.at });
    }
  }

  /** The database answers, but what may be shown is unknown. */
  function dropAll(error: unknown): void {
    isAway = false;
    for (const pages of [kept, fresh]) pages.clear();
    faults.end(SENTENCE);
    faults.begin(UNCHECKED, { sentence: UNCHECKED, fields: { err: error } });
  }

  function namesOf(one: Kept): readonly string[] {
    one.names ??= [...new Set(namesIn(one.page.plain))];
    return one.names;
  }

  function forget(key: string): void {
    for (const pages of [kept, fresh]) pages.delete(key);
  }

  return {
    isAway: () => isAway,
    keep(key: string, page: RenderedPage): void {
      if (isStopped) return;
      fresh.set(key, { page, at: now() });
      polling.begin();
    },
    instead(key: string): { page: RenderedPage; ageSeconds: number } | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      isAway = true;
      faults.begin(SENTENCE, { sentence: SENTENCE, level: 'warn' });
      return { page: found.page, ageSeconds: Math.floor((now() - found.at) / 1000) };
    },
    forget,
    poll: polling.pollNow,
    stop(): void {
      isStopped = true;
      polling.pause();
      for (const pages of [kept, fresh]) pages.clear();
    },
  };
}
