import type { KeywordIndex } from '@vesper/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../kernel/db/pool.ts';
import { createHeld, type Held } from '../../kernel/lib/held.ts';
import { type KeywordLinkRow, selectKeywordIndex, selectKeywordLinks } from './queries.ts';

/** A list's links are read again after this, or once a keyword has changed. */
const HELD_MS = 30_000;
/** Anybody may ask for invented categories: those that nobody asks for again make room. */
const MOST_LISTS = 500;
/** Each page of the index names all the others, so that any keyword is three links from home. */
const INDEX_PAGE_SIZE = 250;
const MOST_IN_INDEX = 50_000;

export interface KeywordLinks {
  /** Pages of keywords to link from the page of a category, given by its slug, or from the home page. */
  of(category?: string): Promise<KeywordLinkRow[]>;
  /** A page of all of them. */
  index(page: number): Promise<KeywordIndex>;
  forget(): void;
}

/** Held in the process: every page of a list shows them. */
export function createKeywordLinks(db: Db): KeywordLinks {
  const lists = new LRUCache<string, Held<KeywordLinkRow[]>>({ max: MOST_LISTS });
  const all = createHeld(() => selectKeywordIndex(db, MOST_IN_INDEX), HELD_MS);
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
    async index(page) {
      const links = await all.get();
      const totalPages = Math.max(1, Math.ceil(links.length / INDEX_PAGE_SIZE));
      const start = (page - 1) * INDEX_PAGE_SIZE;
      return { links: links.slice(start, start + INDEX_PAGE_SIZE), page, totalPages, total: links.length };
    },
    forget() {
      lists.clear();
      all.forget();
    },
  };
}
