import type { Db } from '@vesper/core/db/pool.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import { LRUCache } from 'lru-cache';
import { createMatcher, type Found, type Matcher } from './matcher.ts';
import { type SettingsRow, selectAllTerms, selectSettings } from './queries.ts';
import { readSeed } from './seed.ts';

/** The longest that a process may miss a change. */
const CACHE_MS = 5000;
/** Every search checks the names of its categories. */
const REMEMBERED = { max: 5000, maxEntrySize: 100 };

/** Cached, so that checking a text needs no query. */
export interface RefusalList extends Matcher {
  version: number;
  /** Beside the site's own text; '' for nothing. */
  help: { text: string; address: string };
  /** For administrators; `term` is null if only its hashes are known. */
  explain(found: Found): { term: string | null; language: string };
}

export interface Refusals {
  get(): Promise<RefusalList>;
  forget(): void;
}

export function createRefusals(db: Db): Refusals {
  let last: RefusalList | undefined;
  // Comparing versions costs a query, building tables for ten thousand terms half a second.
  return createHeld(async () => {
    const settings = await selectSettings(db);
    if (last?.version !== settings.version) last = await loadList(db, settings);
    return last;
  }, CACHE_MS);
}

/** Without the cache. */
export async function loadList(db: Db, settings: SettingsRow): Promise<RefusalList> {
  const rows = await selectAllTerms(db);
  const own = rows.filter(({ kind }) => kind !== 'never');
  const seed = readSeed();
  const matcher = createMatcher({
    terms: own.map(({ term, kind }) => ({ term, isExact: kind === 'exact' })),
    exceptions: rows.filter(({ kind }) => kind === 'never').map(({ term }) => term),
    sealed: seed.without(settings.off_languages),
  });
  const known = new LRUCache<string, boolean>({
    ...REMEMBERED,
    sizeCalculation: (_isRefused, text) => text.length || 1,
    memoMethod: matcher.isRefused,
  });
  return {
    find: matcher.find,
    isRefused: (text) => known.memo(text),
    version: settings.version,
    help: { text: settings.help, address: settings.help_address },
    explain: ({ term: number }) => {
      const term = own[number];
      if (term) return { term: term.term, language: term.language };
      return { term: null, language: seed.languages[number - own.length] ?? '' };
    },
  };
}
