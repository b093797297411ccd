import type { DB } from './db/schema.ts';

/** What one feature brings to the engine: read by `main`, by clearing and by the tests of the house. */
export interface Feature {
  /** Its folder, `intake/downloads`. */
  room: string;
  /** The tables that it alone writes. */
  tables: Readonly<Partial<Record<keyof DB, Table>>>;
}

export interface Table {
  /**
   * What clearing the library does with it: empties it at once, changes some of its rows, lets its rows follow the
   * videos that are deleted batch by batch, or keeps all.
   */
  clearing: 'empties' | 'changes' | 'follows' | 'keeps';
}

export function defineFeature<const F extends Feature>(feature: F): F {
  return feature;
}
