import { MOST_TOPICS } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import type { TagRules, TopicMoves } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';

const MOST_SHOWN = MOST_TOPICS;

export async function selectNewCategories(db: Db): Promise<boolean> {
  return (await oneValue(db)<boolean>`select new_categories as yes from topic_settings`) ?? true;
}

/** False if already set. */
export async function updateNewCategories(db: Db, newCategories: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update topic_settings set new_categories = ${newCategories}
    where new_categories <> ${newCategories}`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** Locks decisions about categories and tags. */
export async function lockTopics(tx: Db): Promise<void> {
  await execute(tx)`select from topic_settings for no key update`;
}

/** For a folded name; the category is null for none. */
export function selectRule(
  tx: Db,
  name: string,
): Promise<{ categoryId: string | null; category: string | null } | undefined> {
  return firstRow(tx)<{ categoryId: string | null; category: string | null }>`
    select r.category_id as "categoryId", c.name as category
    from category_rules r left join categories c on c.id = r.category_id where r.name = ${name}`;
}

export interface ManagedRow {
  id: string;
  name: string;
  slug: string;
  video_count: number;
  synonyms: string[];
  move_to: string | null;
  moved: number | null;
}

export function selectManagedCategories(db: Db): Promise<ManagedRow[]> {
  return execute(db)<ManagedRow>`
    select c.id, c.name, c.slug, c.video_count, m.to_name as move_to, m.moved,
      coalesce(r.names, '{}') as synonyms
    from categories c
    left join (select category_id, array_agg(name order by name) as names from category_rules
               group by category_id) as r on r.category_id = c.id
    left join topic_moves m on m.kind = 'category' and m.from_name = c.name and m.finished_at is null
    order by c.video_count desc, c.name limit ${MOST_SHOWN}::int`;
}

export function selectNotCreated(db: Db): Promise<string[]> {
  return columnOf(db)<string>`
    select name from category_rules where category_id is null order by name limit ${MOST_SHOWN}::int`;
}

/** Locks out other movers. */
export function lockCategory(tx: Db, id: string): Promise<ManagedRow | undefined> {
  return firstRow(tx)<ManagedRow>`
    select id, name, slug, video_count, '{}'::text[] as synonyms, null as move_to, null as moved
    from categories where id = ${id} for no key update`;
}

/** By name, in any case, or by slug. */
export function findCategoryByName(
  db: Db,
  folded: string,
  slug = '',
): Promise<{ id: string; name: string } | undefined> {
  return firstRow(db)<{ id: string; name: string }>`
    select id, name from categories where lower(name) = ${folded} or slug = ${slug} limit 1`;
}

export async function insertCategoryRow(
  tx: Db,
  name: string,
  slug: string,
): Promise<{ id: string; name: string; slug: string; video_count: number }> {
  return tx
    .insertInto('categories')
    .values({ name, slug })
    .returning(['id', 'name', 'slug', 'video_count'])
    .executeTakeFirstOrThrow();
}

/** Only without public videos and with few others, which the foreign key updates. */
export async function renameInPlace(
  tx: Db,
  id: string,
  { name, slug }: { name: string; slug: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update categories c set name = ${name}, slug = ${slug} where id = ${id}
      and (c.name = ${name} or not exists (
        select from videos v where v.category = c.name offset 500 limit 1))`.execute(tx);
  return Number(numAffectedRows) > 0;
}

/** False if it has videos, public or not. */
export async function deleteEmptyCategory(tx: Db, id: string): Promise<boolean> {
  // Its rules and former slugs are deleted with it.
  const { numAffectedRows } = await sql`
    with former as (select former_slug from category_rules where category_id = ${id} and former_slug is not null),
    deleted as (delete from categories c where id = ${id}
      and not exists (select from videos v where v.category = c.name) returning slug)
    insert into gone_categories (slug)
    select slug from deleted union select former_slug from former where exists (select from deleted)
    on conflict (slug) do update set gone_at = now()`.execute(tx);
  return Number(numAffectedRows) > 0;
}

/** Whether a deleted category had this slug, even formerly. */
export function selectIsGoneCategory(db: Db, slug: string): Promise<boolean> {
  return anyRow(db)`select from gone_categories where slug = ${slug}`;
}

export async function redirectRules(tx: Db, fromId: string, toId: string): Promise<void> {
  await execute(tx)`update category_rules set category_id = ${toId} where category_id = ${fromId}`;
}

export async function upsertRule(
  tx: Db,
  {
    name,
    categoryId,
    formerSlug = null,
  }: { name: string; categoryId: string | null; formerSlug?: string | null },
): Promise<void> {
  // A slug leads to the last category that had it.
  await execute(tx)`
    update category_rules set former_slug = null where former_slug = ${formerSlug} and name <> ${name}`;
  await execute(tx)`
    insert into category_rules (name, category_id, former_slug) values (${name}, ${categoryId}, ${formerSlug})
    on conflict (name) do update
    set category_id = excluded.category_id, former_slug = coalesce(excluded.former_slug, category_rules.former_slug)`;
}

export async function deleteRule(db: Db, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from category_rules where name = ${name}`.execute(db);
  return Number(numAffectedRows) > 0;
}

export type OpenMove = Selectable<TopicMoves>;

export async function insertMove(
  tx: Db,
  { kind, from, to }: { kind: 'category' | 'tag'; from: string; to: string | null },
): Promise<void> {
  // A tag may be decided again while it moves: the last decision applies.
  await execute(tx)`insert into topic_moves (kind, from_name, to_name) values (${kind}, ${from}, ${to})
    on conflict (kind, from_name) where finished_at is null do update set to_name = excluded.to_name`;
}

export function hasOpenMove(tx: Db, category: string): Promise<boolean> {
  return anyRow(tx)`select from topic_moves
    where kind = 'category' and finished_at is null and ${category} in (from_name, to_name) limit 1`;
}

export function lockOpenMove(tx: Db): Promise<OpenMove | undefined> {
  return firstRow(tx)<OpenMove>`select * from topic_moves where finished_at is null
    order by started_at, id limit 1 for update`;
}

export async function addMoved(tx: Db, id: string, count: number): Promise<void> {
  await execute(tx)`update topic_moves set moved = moved + ${count}::int where id = ${id}`;
}

/** False if a video was added in the meantime. */
export async function removeLeftCategory(tx: Db, name: string): Promise<boolean> {
  const rows = await execute(tx)`select from videos where category = ${name} limit 1`;
  if (rows.length > 0) return false;
  await execute(tx)`delete from categories where name = ${name}`;
  return true;
}

export async function finishMove(tx: Db, id: string): Promise<void> {
  await execute(tx)`update topic_moves set finished_at = now() where id = ${id}`;
}

export function selectMoves(db: Db): Promise<OpenMove[]> {
  return execute(db)<OpenMove>`
    select * from topic_moves order by started_at desc, id desc limit 50`;
}

export async function selectTagRules(
  db: Db,
  tags: readonly string[],
): Promise<{ tag: string; becomes: string | null }[]> {
  if (tags.length === 0) return [];
  return execute(db)<{ tag: string; becomes: string | null }>`
    select tag, becomes from tag_rules where tag = any (${tags}::text[])`;
}

export function selectAllTagRules(db: Db): Promise<Selectable<TagRules>[]> {
  return execute(db)<Selectable<TagRules>>`
    select * from tag_rules order by tag limit ${MOST_SHOWN}::int`;
}

export async function insertTagRule(tx: Db, tag: string, becomes: string | null): Promise<void> {
  await execute(tx)`insert into tag_rules (tag, becomes) values (${tag}, ${becomes})`;
}

/** So that no rule leads to a tag that is gone. */
export async function redirectTagRules(tx: Db, from: string, to: string | null): Promise<void> {
  await execute(tx)`delete from tag_rules where becomes = ${from} and tag = ${to}`;
  await execute(tx)`update tag_rules set becomes = ${to} where becomes = ${from}`;
}

export async function deleteTagRuleRow(db: Db, tag: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from tag_rules where tag = ${tag}`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** The most used first; for a prefix, in alphabetical order. */
export async function selectTags(
  db: Db,
  { limit, beginning, after }: { limit: number; beginning: string; after: string | undefined },
): Promise<{ tag: string; n: string }[]> {
  if (beginning !== '') {
    const pattern = `${beginning.replace(/[\\%_]/g, '\\$&')}%`;
    return execute(db)<{ tag: string; n: string }>`
      select tag, n from tag_totals where tag like ${pattern} and tag ~>~ ${after ?? ''} and n > 0
      order by tag using ~<~ limit ${limit}::int`;
  }
  const last = await execute(db)<{ n: string }>`
    select n from tag_totals where tag = ${after ?? ''}`;
  const n = last[0]?.n;
  const onward = n === undefined ? sql`` : sql`and n <= ${n} and (n < ${n} or tag > ${after})`;
  return execute(db)<{ tag: string; n: string }>`
    select tag, n from tag_totals where n > 0 ${onward}
    order by n desc, tag limit ${limit}::int`;
}

export async function insertCategory(db: Db, name: string, slug: string): Promise<void> {
  await execute(db)`insert into categories (name, slug) values (${name}, ${slug}) on conflict do nothing`;
}

/** By name or slug. */
export async function selectCategoryLike(db: Db, name: string, slug: string): Promise<string | undefined> {
  return oneValue(db)<string>`select name from categories
    where name = ${name} or slug = ${slug} order by (name = ${name}) desc limit 1`;
}

/** Known categories by name, by a rule or by a category's name or slug. */
export async function selectCategoriesLike(
  db: Db,
  wanted: readonly { name: string; folded: string; slug: string }[],
): Promise<Map<string, string>> {
  const rows = await execute(db)<{ name: string; category: string }>`
    select w.name, coalesce(ruled.name, known.name) as category
    from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ folded }) => folded)}::text[],
                ${wanted.map(({ slug }) => slug)}::text[]) as w (name, folded, slug)
    left join category_rules r on r.name = w.folded
    left join categories ruled on ruled.id = r.category_id
    left join lateral (
      select name from categories where r.name is null and w.slug <> '' and (name = w.name or slug = w.slug)
      order by (name = w.name) desc limit 1) known on true
    where coalesce(ruled.name, known.name) is not null`;
  return new Map(rows.map(({ name, category }) => [name, category]));
}

export async function resetCategoryCounts(tx: Db): Promise<void> {
  await execute(tx)`update categories set video_count = 0 where id in (
    select id from categories where video_count <> 0 order by name for no key update)`;
}
