import { type CategoryRuleState, ManagedCategory, type Topics } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { collisionOf } from '@vesper/core/db/transaction.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import { slugify } from '@vesper/core/lib/text/slug.ts';
import { shareOwner } from '@vesper/site/domains';
import { moveTopicsJob } from './jobs.ts';
import { moveBatch } from './moves.ts';
import {
  deleteEmptyCategory,
  deleteRule,
  findCategoryByName,
  hasOpenMove,
  insertCategoryRow,
  insertMove,
  lockCategory,
  lockTopics,
  type ManagedRow,
  redirectRules,
  renameInPlace,
  selectManagedCategories,
  selectNewCategories,
  selectNotCreated,
  selectRule,
  updateNewCategories,
  upsertRule,
} from './queries.ts';
import { foldTopic, OTHER_CATEGORY } from './rules.ts';

export interface TopicDeps {
  db: Db;
  queue: Queue;
}

export async function listTopics(db: Db): Promise<Topics> {
  return {
    categories: (await selectManagedCategories(db)).map(managedView),
    notCreated: await selectNotCreated(db),
    newCategories: await selectNewCategories(db),
  };
}

/** Replaces the rule `replaces` for its name. Throws bad_request, and conflict if another rule applies. */
export async function createCategory(
  db: Db,
  { name, replaces }: { name: string; replaces?: Decision | undefined },
): Promise<ManagedCategory> {
  const slug = slugOf(name);
  return decide(db, async (tx) => {
    await refuseKnown(tx, name, slug);
    await refuseDecided(tx, { name: foldTopic(name), replaces });
    await deleteRule(tx, foldTopic(name));
    const row = await insertCategoryRow(tx, name, slug);
    return managedView({ ...row, synonyms: [], move_to: null, moved: null });
  });
}

/** The former name becomes a synonym, its address redirects, and videos follow in batches. Returns the former name. */
export async function renameCategory(
  deps: TopicDeps,
  { id, name, seenName }: { id: string; name: string; seenName?: string | undefined },
): Promise<string> {
  const slug = slugOf(name);
  const former = await decide(deps.db, async (tx) => {
    const from = await lockMovable(tx, id, seenName);
    if (from.name === name) throw new AppError('conflict', 'The category already has this name.');
    await refuseKnown(tx, name, slug, from.id);
    // An empty category needs no move, and a slug that stays cannot collide.
    if (from.video_count === 0 && (await renameInPlace(tx, id, { name, slug }))) {
      await keepFormer(tx, from, { id, slug, name });
      return from.name;
    }
    const isSameSlug = from.slug === slug;
    if (isSameSlug)
      await renameInPlace(tx, id, { name: from.name, slug: `${slug}-former-${id.slice(0, 8)}` });
    const to = await insertCategoryRow(tx, name, slug);
    await keepFormer(tx, from, to);
    // The domain owns both while videos move.
    await shareOwner(tx, { fromId: from.id, toId: to.id });
    await beginMove(deps, tx, from.name, to.name);
    return from.name;
  });
  await moveBatch(deps.db);
  return former;
}

interface Merge {
  id: string;
  intoId: string;
  seenName?: string | undefined;
  seenIntoName?: string | undefined;
}

/** Moves all videos and keeps the name as a synonym. Throws not_found, and conflict if either was renamed. */
export async function mergeCategory(
  deps: TopicDeps,
  { id, intoId, seenName, seenIntoName }: Merge,
): Promise<{ from: string; into: string }> {
  if (id === intoId) throw new AppError('bad_request', 'A category cannot be merged into itself.');
  const merged = await decide(deps.db, async (tx) => {
    // In a fixed order, so that opposite merges cannot deadlock.
    const rows = new Map<string, ManagedRow>();
    for (const one of [id, intoId].sort())
      rows.set(one, await lockMovable(tx, one, one === id ? seenName : seenIntoName));
    const [from, into] = [rows.get(id)!, rows.get(intoId)!];
    await keepFormer(tx, from, into);
    await beginMove(deps, tx, from.name, into.name);
    return { from: from.name, into: into.name };
  });
  await moveBatch(deps.db);
  return merged;
}

/** Only without videos. Throws not_found, conflict. */
export async function deleteCategory(db: Db, id: string, seenName?: string): Promise<string> {
  return decide(db, async (tx) => {
    const row = await lockMovable(tx, id, seenName);
    if (!(await deleteEmptyCategory(tx, id)))
      throw new AppError('conflict', `${row.name} has videos: merge it into another category instead.`);
    return row.name;
  });
}

/** Null makes no category. */
interface Decision {
  categoryId: string | null;
}

/** Sets the rule for a source's name, replacing `replaces`. Throws not_found, and conflict if another rule applies. */
export async function setCategoryRule(
  db: Db,
  { name, categoryId, replaces }: Decision & { name: string; replaces?: Decision | undefined },
): Promise<void> {
  await decide(db, async (tx) => {
    const folded = foldTopic(name);
    await refuseDecided(tx, { name: folded, categoryId, replaces });
    if (folded === foldTopic(OTHER_CATEGORY))
      throw new AppError(
        'conflict',
        `${OTHER_CATEGORY} holds the videos without a category and cannot be removed.`,
      );
    const known = await findCategoryByName(tx, folded);
    if (known) {
      throw new AppError(
        'conflict',
        `${known.name} is a category: ${categoryId === null ? 'delete it, or merge it into another,' : 'merge it'} instead.`,
      );
    }
    if (categoryId !== null) await lockMovable(tx, categoryId);
    await upsertRule(tx, { name: folded, categoryId });
  });
}

export async function categoryRuleOf(db: Db, name: string): Promise<CategoryRuleState> {
  const folded = foldTopic(name);
  return { name: folded, rule: (await selectRule(db, folded)) ?? null };
}

/** Throws not_found, and conflict if it is no longer `seen`. */
export async function deleteCategoryRule(db: Db, name: string, seen?: Decision): Promise<void> {
  await decide(db, async (tx) => {
    const folded = foldTopic(name);
    const rule = await selectRule(tx, folded);
    if (!rule) throw new AppError('not_found', NO_SUCH_RULE);
    refuseOutdated(
      seen?.categoryId,
      rule.categoryId,
      `Another administrator has changed the rule for "${folded}": it ${formatRule(rule)} now. Nothing was changed.`,
    );
    await deleteRule(tx, folded);
  });
}

export const NO_SUCH_RULE = 'This rule no longer exists.';

/** Throws conflict if already set: the administrator saw another state. */
export async function setNewCategories(db: Db, newCategories: boolean): Promise<void> {
  if (await updateNewCategories(db, newCategories)) return;
  const said = newCategories ? 'New names create categories' : 'New names go into "Other"';
  throw new AppError('conflict', `${said} already: another administrator has changed this setting.`);
}

/** Serialises decisions. Sources may create categories meanwhile. */
export async function decide<T>(db: Db, decision: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await lockTopics(tx);
      return decision(tx);
    });
  } catch (error) {
    if (collisionOf(error) !== 'unique') throw error;
    throw new AppError('conflict', 'A source has just created a category with this name.');
  }
}

/** `replaces` is the rule that the administrator saw. Without `categoryId` the name becomes a category. */
async function refuseDecided(
  tx: Db,
  { name, categoryId, replaces }: Partial<Decision> & { name: string; replaces: Decision | undefined },
): Promise<void> {
  const rule = await selectRule(tx, name);
  const isSeen = rule?.categoryId === replaces?.categoryId;
  if (isSeen && (!rule || rule.categoryId !== categoryId)) return;
  if (!rule)
    throw new AppError(
      'conflict',
      `Another administrator has removed the rule for "${name}" in the meantime.`,
    );
  const sentence = `A rule already says that "${name}" ${formatRule(rule)}`;
  if (rule.categoryId === categoryId) throw new AppError('conflict', `${sentence}.`);
  throw new AppError('conflict', `${sentence}. Nothing was changed. Check the rule and try again.`);
}

function formatRule({ category }: { category: string | null }): string {
  return category === null ? 'gets no category' : `goes into ${category}`;
}

async function beginMove({ queue }: TopicDeps, tx: Db, from: string, to: string): Promise<void> {
  await insertMove(tx, { kind: 'category', from, to });
  await queue.send(tx, moveTopicsJob, {});
}

/** Redirects everything that led to the former category. */
async function keepFormer(
  tx: Db,
  from: { id: string; name: string; slug: string },
  to: { id: string; name: string; slug: string },
): Promise<void> {
  await redirectRules(tx, from.id, to.id);
  const isOtherName = foldTopic(from.name) !== foldTopic(to.name);
  const formerSlug = from.slug === to.slug ? null : from.slug;
  await deleteRule(tx, foldTopic(to.name));
  if (isOtherName) await upsertRule(tx, { name: foldTopic(from.name), categoryId: to.id, formerSlug });
}

async function lockMovable(tx: Db, id: string, seenName?: string): Promise<ManagedRow> {
  const row = await lockCategory(tx, id);
  if (!row) throw new AppError('not_found', 'This category no longer exists.');
  refuseOutdated(
    seenName || undefined,
    row.name,
    `Another administrator has renamed the category ${seenName} to ${row.name}. Nothing was changed.`,
  );
  if (await hasOpenMove(tx, row.name))
    throw new AppError(
      'conflict',
      `The videos of ${row.name} are being moved. Please wait until this is done.`,
    );
  return row;
}

async function refuseKnown(tx: Db, name: string, slug: string, exceptId?: string): Promise<void> {
  const known = await findCategoryByName(tx, foldTopic(name), slug);
  if (known && known.id !== exceptId) {
    throw new AppError('conflict', `The category ${known.name} already has this name or address.`);
  }
}

function slugOf(name: string): string {
  const slug = slugify(name);
  if (slug) return slug;
  throw new AppError('bad_request', 'The name needs at least one letter or digit for its address.');
}

function managedView(row: ManagedRow): ManagedCategory {
  const move = row.move_to === null ? null : { to: row.move_to, moved: row.moved ?? 0 };
  return viewOf(ManagedCategory, row, { move });
}
