import type { Db } from '@vesper/core/db/pool.ts';
import { slugify } from '@vesper/core/lib/text/slug.ts';
import {
  insertCategory,
  selectCategoriesLike,
  selectCategoryLike,
  selectNewCategories,
  selectRule,
  selectTagRules,
} from './queries.ts';

/** For videos without a known category. */
export const OTHER_CATEGORY = 'Other';

/** Applies all rules to a source's names; creates the category if allowed. */
export async function decideTopics(
  db: Db,
  { category, tags }: { category: string; tags: readonly string[] },
): Promise<{ category: string; tags: string[] }> {
  return { category: await ensureCategory(db, category), tags: await decidedTags(db, tags) };
}

/** For many, in few queries if their categories are known. */
export async function decideTopicsOfMany(
  db: Db,
  many: readonly { category: string; tags: readonly string[] }[],
): Promise<{ category: string; tags: string[] }[]> {
  const names = [...new Set(many.map(({ category }) => category.trim() || OTHER_CATEGORY))];
  const categories = await selectCategoriesLike(
    db,
    names.map((name) => ({ name, folded: foldTopic(name), slug: slugify(name) })),
  );
  for (const name of names) if (!categories.has(name)) categories.set(name, await ensureCategory(db, name));
  const rules = await tagRules(db, [...new Set(many.flatMap(({ tags }) => tags.map(foldTopic)))]);
  return many.map(({ category, tags }) => ({
    category: categories.get(category.trim() || OTHER_CATEGORY) ?? OTHER_CATEGORY,
    tags: applyTagRules(rules, tags),
  }));
}

/** Created only if no rule decides otherwise. */
async function ensureCategory(db: Db, name: string): Promise<string> {
  const wanted = name.trim() || OTHER_CATEGORY;
  const slug = slugify(wanted);
  if (!slug) return ensureCategory(db, OTHER_CATEGORY);
  const decided = await selectRule(db, foldTopic(wanted));
  if (decided?.category) return decided.category;
  if (decided && wanted !== OTHER_CATEGORY) return ensureCategory(db, OTHER_CATEGORY);
  const existing = await selectCategoryLike(db, wanted, slug);
  if (existing) return existing;
  if (wanted !== OTHER_CATEGORY && !(await selectNewCategories(db)))
    return ensureCategory(db, OTHER_CATEGORY);
  await insertCategory(db, wanted, slug);
  return (await selectCategoryLike(db, wanted, slug)) ?? wanted;
}

/** Without duplicates in any case. */
async function decidedTags(db: Db, tags: readonly string[]): Promise<string[]> {
  return applyTagRules(await tagRules(db, tags.map(foldTopic)), tags);
}

type TagRuleMap = ReadonlyMap<string, string | null>;

async function tagRules(db: Db, folded: readonly string[]): Promise<TagRuleMap> {
  return new Map((await selectTagRules(db, folded)).map(({ tag, becomes }) => [tag, becomes]));
}

function applyTagRules(rules: TagRuleMap, tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags) {
    const decided = rules.get(foldTopic(tag));
    const text = decided === undefined ? tag : decided;
    if (text !== null && !kept.has(foldTopic(text))) kept.set(foldTopic(text), text);
  }
  return [...kept.values()];
}

/** For comparing names. */
export function foldTopic(name: string): string {
  return name.trim().toLowerCase();
}
