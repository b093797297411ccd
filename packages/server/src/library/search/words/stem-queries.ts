import type { Db } from '../../../kernel/db/pool.ts';
import { columnOf } from '../../../kernel/db/run-sql.ts';

/** The stem of each word by a dictionary of ours, in their order. */
export function selectStems(
  db: Db,
  words: readonly { word: string; dictionary: string }[],
): Promise<string[]> {
  return columnOf(db)<string>`
    select coalesce((ts_lexize(dictionary::regdictionary, word))[1], word) as stem
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ dictionary }) => dictionary)}::text[])
      with ordinality as one (word, dictionary, place)
    order by place`;
}
