import type { Db } from '../../kernel/db/pool.ts';
import { slugify } from '../../kernel/lib/slug.ts';
import {
  insertCategory,
  selectCategoryLike,
  selectCategoryRule,
  selectNewCategories,
  selectTagRules,
} from './queries.ts';

/** The category of videos without a known one. */
export const OTHER_CATEGORY = 'Other';

/** The category and tags for what a source names, after all rules; creates the category where that is allowed. */
export async function decideTopics(
  db: Db,
  { category, tags }: { category: string; tags: readonly string[] },
): Promise<{ category: string; tags: string[] }> {
  return { category: await ensureCategory(db, category), tags: await decidedTags(db, tags) };
}

/** The category for a source's name; created only where no administrator decided otherwise. */
async function ensureCategory(db: Db, name: string): Promise<string> {
  const wanted = name.trim() || OTHER_CATEGORY;
  const slug = slugify(wanted);
  if (!slug) return ensureCategory(db, OTHER_CATEGORY);
  const decided = await selectCategoryRule(db, foldTopic(wanted));
  if (decided?.category) return decided.category;
  if (decided && wanted !== OTHER_CATEGORY) return ensureCategory(db, OTHER_CATEGORY);
  const existing = await selectCategoryLike(db, wanted, slug);
  if (existing) return existing;
  if (wanted !== OTHER_CATEGORY && !(await selectNewCategories(db)))
    return ensureCategory(db, OTHER_CATEGORY);
  await insertCategory(db, wanted, slug);
  return (await selectCategoryLike(db, wanted, slug)) ?? wanted;
}

/** The tags after all rules, without duplicates in any case. */
async function decidedTags(db: Db, tags: readonly string[]): Promise<string[]> {
  const rules = new Map(
    (await selectTagRules(db, tags.map(foldTopic))).map(({ tag, becomes }) => [tag, becomes]),
  );
  const kept = new Map<string, string>();
  for (const tag of tags) {
    const decided = rules.get(foldTopic(tag));
    const text = decided === undefined ? tag : decided;
    if (text !== null && !kept.has(foldTopic(text))) kept.set(foldTopic(text), text);
  }
  return [...kept.values()];
}

/** The spelling by which names are compared. */
export function foldTopic(name: string): string {
  return name.trim().toLowerCase();
}
