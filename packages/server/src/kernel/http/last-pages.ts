import { LRUCache } from 'lru-cache';
import type { Faults } from '../lib/faults.ts';
import { createLooks, findInTurns } from '../lib/looks.ts';
import { isUnavailable } from './errors.ts';
import type { RenderedPage } from './page-cache.ts';

export interface LastPagesOptions {
  /** What a page shows that may be taken down: the names in its HTML. */
  namesIn: (html: Buffer) => Iterable<string>;
  /** Those of them that may be shown now. Rejects while the database is away. Must not wait for what visitors ask. */
  findShown: (names: readonly string[]) => Promise<readonly string[]>;
  faults: Faults;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
  lookEveryMs?: number;
}

/** As long as browsers may keep a picture. */
const MOST_AGE_MS = 5 * 60_000;
const MAX_BYTES = 12 * 1024 * 1024;
/** For pages that no look has passed yet, mostly those of the last second. */
const MAX_FRESH_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 1000;
/** A database that takes longer is away. */
const ANSWER_MS = 5000;
const SENTENCE = 'The database does not answer: pages are served as they were last rendered.';
const UNCHECKED = 'What the kept pages show could not be checked: they are dropped.';

interface Kept {
  page: RenderedPage;
  at: number;
  /** Read when a look asks about them: most pages of a busy site have made room for others by then. */
  names?: readonly string[];
}

/**
 * The last rendering of each page, for when the database does not answer. While it does, it is asked each second about
 * all that these pages show, and a page with anything that was taken down is dropped. Only what such a look, begun after
 * the page was rendered, has passed is served. What is taken down in the second before the database goes away cannot be
 * known here.
 */
export function createLastPages({
  namesIn,
  findShown,
  faults,
  now = () => performance.now(),
  lookEveryMs = LOOK_EVERY_MS,
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
  /** What no look has passed yet. A page's older rendering stays until one has. */
  const fresh = store(MAX_FRESH_BYTES);
  let isAway = false;
  let isStopped = false;
  const looks = createLooks({ everyMs: lookEveryMs, look, now });

  async function look(): Promise<void> {
    for (const pages of [kept, fresh]) pages.purgeStale();
    if (kept.size + fresh.size === 0 && !isAway) return looks.pause();
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

  /** Drops what was taken down, and keeps what has been rendered before. */
  async function check(): Promise<void> {
    const looked = [...fresh.entries()];
    const names = [...new Set([...kept.values(), ...fresh.values()].flatMap(namesOf))];
    // Without names too: it tells whether the database answers.
    const stillShown = await findInTurns(names, findShown);
    const gone = new Set(names.filter((name) => !stillShown.has(name)));
    for (const pages of gone.size > 0 ? [kept, fresh] : [])
      for (const [key, one] of [...pages.entries()])
        if (namesOf(one).some((name) => gone.has(name))) forget(key);
    for (const [key, one] of looked) {
      // Dropped meanwhile, or rendered again.
      if (fresh.peek(key) !== one) continue;
      fresh.delete(key);
      kept.set(key, one, { start: one.at });
    }
  }

  /** The database answers, but nobody knows what may be shown. */
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
    /** Whether the database was away when it was last asked. */
    isAway: () => isAway,
    keep(key: string, page: RenderedPage): void {
      if (isStopped) return;
      fresh.set(key, { page, at: now() });
      looks.begin();
    },
    /** The kept page to serve while the database is away, and its age in seconds. */
    instead(key: string): { page: RenderedPage; ageSeconds: number } | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      isAway = true;
      faults.begin(SENTENCE, { sentence: SENTENCE, level: 'warn' });
      return { page: found.page, ageSeconds: Math.floor((now() - found.at) / 1000) };
    },
    forget,
    look: looks.lookNow,
    stop(): void {
      isStopped = true;
      looks.pause();
      for (const pages of [kept, fresh]) pages.clear();
    },
  };
}
