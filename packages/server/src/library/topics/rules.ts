import type { Db } from '../../kernel/db/pool.ts';
import { selectCategoryRule, selectNewCategories, selectTagRules } from './queries.ts';

/** Where videos go for which nobody knows a category. */
export const OTHER_CATEGORY = 'Other';

/** What is to become of a category's name that a source uses: the category it stands for, none, or nothing decided. */
export async function categoryFor(db: Db, name: string): Promise<{ category: string | null } | undefined> {
  return selectCategoryRule(db, foldTopic(name));
}

/** Whether names that are not known yet make categories. */
export function mayMakeCategories(db: Db): Promise<boolean> {
  return selectNewCategories(db);
}

/** The tags after what people have decided about them, each once whatever its case. */
export async function decidedTags(db: Db, tags: readonly string[]): Promise<string[]> {
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

/** The one spelling by which names are compared. */
export function foldTopic(name: string): string {
  return name.trim().toLowerCase();
}
