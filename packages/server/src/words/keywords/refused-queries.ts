import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

export interface KeywordWords {
  id: string;
  /** What stands on its page, and in its address. */
  words: string[];
  is_refused: boolean;
}

/** The next keywords in the order of their ids; those that were let pass have no words. */
export function selectKeywordWords(db: Db, after: string, limit: number): Promise<KeywordWords[]> {
  return execute(db)<KeywordWords>`
    select id, refused_at is not null as is_refused,
      case when passed_at is null then array[keyword, slug, meta_title, meta_description] else '{}' end as words
    from keywords where id > ${after} order by id limit ${limit}::int`;
}

/** In the order of their ids, so that two do not deadlock. What was let pass in the meantime stays. */
export async function markRefused(tx: Db, ids: readonly string[], isRefused: boolean): Promise<void> {
  if (ids.length === 0) return;
  const since = isRefused ? sql`now()` : sql`null`;
  await execute(tx)`
    with locked as materialized (
      select id from keywords where id = any (${ids}::text[]) order by id for no key update)
    update keywords k set refused_at = ${since} from locked
    where k.id = locked.id and (k.passed_at is null or not ${isRefused}::boolean)`;
}
