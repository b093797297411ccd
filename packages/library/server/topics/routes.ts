import { TopicMove } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { requireAllowed } from '@vesper/core/lib/text/refused-words.ts';
import type { Refusals } from '../refusals/index.ts';
import {
  categoryRuleOf,
  createCategory,
  deleteCategory,
  deleteCategoryRule,
  listTopics,
  mergeCategory,
  renameCategory,
  setCategoryRule,
  setNewCategories,
  type TopicDeps,
} from './categories.ts';
import { selectMoves } from './queries.ts';
import { changeTag, deleteTagRule, listTagRules, listTags } from './tags.ts';

const FOLLOW = 'The remaining videos follow in the background.';

export function topicRoutes(deps: TopicDeps & { refusals: Refusals }): Handlers['topics'] {
  const { db } = deps;
  return {
    get: () => listTopics(db),
    createCategory: async (wanted, { act }) => {
      await requireAllowed(deps.refusals, { name: wanted.name });
      const category = await createCategory(db, wanted);
      const { name, replaces } = wanted;
      act.changed({ subject: category.id, ...(replaces ? { before: replaces } : {}), after: { name } });
      return category;
    },
    renameCategory: async ({ id, name, seenName }, { act }) => {
      await requireAllowed(deps.refusals, { name });
      const former = await renameCategory(deps, { id, name, seenName });
      act.changed({ subject: id, before: { name: former }, after: { name } });
      return { message: `${former} is now called ${name}. ${FOLLOW}` };
    },
    mergeCategory: async (merge, { act }) => {
      const { from, into } = await mergeCategory(deps, merge);
      act.changed({ subject: merge.id, before: { name: from }, after: { name: into } });
      return { message: `${from} was merged into ${into}. ${FOLLOW}` };
    },
    deleteCategory: async ({ id, seenName }, { act }) => {
      const name = await deleteCategory(db, id, seenName);
      act.changed({ subject: id, before: { name } });
      return { message: `The category ${name} was deleted.` };
    },
    setRule: async (decision, { act }) => {
      await setCategoryRule(db, decision);
      const { name, categoryId, replaces } = decision;
      act.changed({ subject: name, ...(replaces ? { before: replaces } : {}), after: { categoryId } });
      return { message: `The rule for "${name}" was saved.` };
    },
    rule: ({ name }) => categoryRuleOf(db, name),
    deleteRule: async ({ name, categoryId }, { act }) => {
      await deleteCategoryRule(
        db,
        name,
        categoryId === undefined ? undefined : { categoryId: categoryId || null },
      );
      act.changed({ subject: name });
      return { message: `The rule for "${name}" was removed.` };
    },
    change: async ({ newCategories }, { act }) => {
      await setNewCategories(db, newCategories);
      act.changed({ after: { newCategories } });
      return {
        message: newCategories ? 'New names create categories.' : 'New names go into "Other".',
      };
    },
    tags: (query) => listTags(db, query),
    changeTag: async ({ tag, becomes }, { act }) => {
      await requireAllowed(deps.refusals, { becomes });
      await changeTag(deps, { tag, becomes });
      act.changed({ subject: tag, after: { becomes } });
      const done = becomes === null ? `The tag ${tag} was removed.` : `The tag ${tag} is now ${becomes}.`;
      return { message: `${done} ${FOLLOW}` };
    },
    tagRules: () => listTagRules(db),
    deleteTagRule: async ({ tag, becomes }, { act }) => {
      await deleteTagRule(db, tag, becomes === undefined ? undefined : { becomes: becomes || null });
      act.changed({ subject: tag });
      return {
        message: `The rule for the tag ${tag} was removed. Videos keep their tags.`,
      };
    },
    moves: async () =>
      (await selectMoves(db)).map((row) => viewOf(TopicMove, row, { from: row.from_name, to: row.to_name })),
  };
}
