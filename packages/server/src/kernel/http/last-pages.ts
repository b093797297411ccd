import { LRUCache } from 'lru-cache';
import type { Faults } from '../lib/faults.ts';
import type { RenderedPage } from './page-cache.ts';

export interface LastPagesOptions {
  /** What a page shows that may be taken down: the names in its HTML. */
  namesIn: (html: string) => Iterable<string>;
  /** Those of them that may be shown now. Rejects while the database is away. */
  findShown: (names: readonly string[]) => Promise<readonly string[]>;
  faults: Faults;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
  lookEveryMs?: number;
}

/** As long as browsers may keep a picture. */
const MOST_AGE_MS = 5 * 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 1000;
/** A database that takes longer is away. */
const ANSWER_MS = 5000;
/** A look that hangs on a dead connection is given up for another. */
const HUNG_MS = 6000;
const NAMES_A_QUERY = 1000;
const SENTENCE = 'The database does not answer: pages are served as they were last rendered.';

interface Kept {
  page: RenderedPage;
  names: readonly string[];
  at: number;
}

/**
 * The last rendering of each page, for when the database does not answer. While it does, it is asked each second about
 * all that these pages show, and a page with anything that was taken down is dropped. What is taken down in the second
 * before the database goes away cannot be known here.
 */
export function createLastPages({
  namesIn,
  findShown,
  faults,
  now = () => performance.now(),
  lookEveryMs = LOOK_EVERY_MS,
}: LastPagesOptions) {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ page }) => page.sizeBytes,
    ttl: MOST_AGE_MS,
    ttlResolution: 0,
    perf: { now },
  });
  let isAway = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt: number | undefined;

  async function look(): Promise<void> {
    kept.purgeStale();
    if (kept.size === 0 && !isAway) return pause();
    if (lookedAt !== undefined && now() - lookedAt < HUNG_MS) return;
    const startedAt = now();
    lookedAt = startedAt;
    const isLate = setTimeout(() => {
      isAway = true;
    }, ANSWER_MS).unref();
    try {
      await dropTakenDown();
      isAway = false;
      faults.end(SENTENCE);
    } catch {
      isAway = true;
    } finally {
      clearTimeout(isLate);
      if (lookedAt === startedAt) lookedAt = undefined;
    }
  }

  async function dropTakenDown(): Promise<void> {
    const names = [...new Set([...kept.values()].flatMap((one) => one.names))];
    const gone = new Set(names);
    // Without names too: it tells whether the database answers.
    for (let from = 0; from === 0 || from < names.length; from += NAMES_A_QUERY)
      for (const name of await findShown(names.slice(from, from + NAMES_A_QUERY))) gone.delete(name);
    if (gone.size === 0) return;
    for (const [key, { names: shown }] of [...kept.entries()])
      if (shown.some((name) => gone.has(name))) kept.delete(key);
  }

  function pause(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** Whether the database was away when it was last asked. */
    isAway: () => isAway,
    keep(key: string, page: RenderedPage, html: string): void {
      if (isStopped) return;
      kept.set(key, { page, names: [...new Set(namesIn(html))], at: now() });
      timer ??= setInterval(look, lookEveryMs).unref();
    },
    /** A page to be served in place of one that the database is missing for, and its age in seconds. */
    instead(key: string): { page: RenderedPage; ageSeconds: number } | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      isAway = true;
      faults.begin(SENTENCE, { sentence: SENTENCE, level: 'warn' });
      return { page: found.page, ageSeconds: Math.floor((now() - found.at) / 1000) };
    },
    forget: (key: string) => void kept.delete(key),
    look,
    stop(): void {
      isStopped = true;
      pause();
      kept.clear();
    },
  };
}
