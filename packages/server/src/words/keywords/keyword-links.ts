import type { KeywordLink } from '@vesper/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../kernel/db/pool.ts';
import { createHeld, type Held } from '../../kernel/lib/held.ts';
import { selectKeywordLinks } from './queries.ts';

/** A list's links are read again after this, or once a keyword has changed. */
const HELD_MS = 30_000;
/** Anybody may ask for invented categories: those that nobody asks for again make room. */
const MOST_LISTS = 500;

export interface KeywordLinks {
  /** Pages of keywords to link from the page of a category, given by its slug, or from the home page. */
  of(category?: string): Promise<KeywordLink[]>;
  forget(): void;
}

/** Held in the process: every page of a list shows them. */
export function createKeywordLinks(db: Db): KeywordLinks {
  const lists = new LRUCache<string, Held<KeywordLink[]>>({ max: MOST_LISTS });
  return {
    of(category) {
      const key = category ?? '';
      let list = lists.get(key);
      if (!list) {
        list = createHeld(() => selectKeywordLinks(db, category), HELD_MS);
        lists.set(key, list);
      }
      return list.get();
    },
    forget: () => lists.clear(),
  };
}
