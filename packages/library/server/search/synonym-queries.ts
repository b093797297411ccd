import type { NewSynonymGroup } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { SearchSynonyms } from '@vesper/core/db/schema.ts';
import type { Selectable } from 'kysely';

export type SynonymRow = Selectable<SearchSynonyms>;

export function selectSynonymGroups(db: Db): Promise<SynonymRow[]> {
  return execute(db)<SynonymRow>`select * from search_synonyms order by created_at desc, id`;
}

/** The domain is null for groups of every domain. */
export function selectSynonymsByDomain(db: Db): Promise<{ domain: string | null; words: string[] }[]> {
  return execute(db)<{ domain: string | null; words: string[] }>`
    select d.domain, s.words from search_synonyms s left join domains d on d.id = s.domain_id
    order by s.created_at, s.id`;
}

/** Whether a domain's groups apply everywhere. */
export async function hasOneDomain(db: Db): Promise<boolean> {
  return (await numberOf(db)`select count(*)::int as n from (select from domains limit 2) as two`) < 2;
}

export function countSynonymGroups(db: Db): Promise<number> {
  return numberOf(db)`select count(*)::int as n from search_synonyms`;
}

export function hasDomain(db: Db, id: string): Promise<boolean> {
  return anyRow(db)`select from domains where id = ${id} for key share`;
}

export async function insertSynonymGroup(
  db: Db,
  { domainId, words }: NewSynonymGroup,
): Promise<SynonymRow | undefined> {
  return firstRow(db)<SynonymRow>`
    insert into search_synonyms (domain_id, words) values (${domainId}, ${words}::text[]) returning *`;
}

export function lockSynonymGroup(tx: Db, id: string): Promise<SynonymRow | undefined> {
  return firstRow(tx)<SynonymRow>`select * from search_synonyms where id = ${id} for update`;
}

export function updateSynonymGroup(
  tx: Db,
  id: string,
  { domainId, words }: NewSynonymGroup,
): Promise<SynonymRow | undefined> {
  return firstRow(tx)<SynonymRow>`
    update search_synonyms set domain_id = ${domainId}, words = ${words}::text[], version = version + 1
    where id = ${id} returning *`;
}

export async function deleteSynonymGroupRow(tx: Db, id: string): Promise<void> {
  await execute(tx)`delete from search_synonyms where id = ${id}`;
}
