import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  safeText,
  shownText,
  wholeNumber,
} from '@vesper/core/contract';
import { z } from 'zod';
import { Category } from './categories.ts';

const LONGEST_NAME = 60;
/** The maximum listed; rules for other names are looked up by name. */
export const MOST_TOPICS = 2000;
const NAME = 'A category needs a name.';
const TAG = 'A tag needs a name.';

const categoryName = shownText(LONGEST_NAME).trim().min(1, NAME);
const tagName = shownText(LONGEST_NAME).trim().min(1, TAG);

export const ManagedCategory = Category.extend({
  /** Sources' names for it, in lower case. */
  synonyms: z.array(z.string()),
  move: z.object({ to: z.string(), moved: z.number().int() }).nullable(),
});
export type ManagedCategory = z.infer<typeof ManagedCategory>;

export const Topics = z.object({
  categories: z.array(ManagedCategory),
  /** Names with no category, in lower case: their videos go into "Other". */
  notCreated: z.array(z.string()),
  newCategories: z.boolean(),
});
export type Topics = z.infer<typeof Topics>;

/** The name the caller saw. If given and outdated, nothing is changed. */
const seenName = safeText(LONGEST_NAME).optional();

/** The rule the caller saw; omitted means none. */
const replaces = z.object({ categoryId: safeText(100).nullable() }).optional();

export const CategoryRuleState = z.object({
  name: z.string(),
  /** Null in both: the name gets no category. */
  rule: z.object({ categoryId: z.string().nullable(), category: z.string().nullable() }).nullable(),
});
export type CategoryRuleState = z.infer<typeof CategoryRuleState>;

export const NameParams = z.object({ name: safeText(LONGEST_NAME) });

export const TopicsChanged = z.object({ message: z.string() });

export const TagCount = z.object({ tag: z.string(), videoCount: z.number().int() });
export type TagCount = z.infer<typeof TagCount>;

export const TagRule = z.object({
  tag: z.string(),
  becomes: z.string().nullable(),
  createdAt: instant,
});
export type TagRule = z.infer<typeof TagRule>;

export const TopicMove = z.object({
  id: z.string(),
  kind: z.enum(['category', 'tag']),
  from: z.string(),
  to: z.string().nullable(),
  moved: z.number().int(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type TopicMove = z.infer<typeof TopicMove>;

export const topicsCalls = callsInArea('catalogue', {
  get: {
    route: 'GET /api/admin/categories',
    summary: 'Lists the categories and the rules for names.',
    output: Topics,
  },
  createCategory: {
    route: 'POST /api/admin/categories',
    summary: 'Creates a category.',
    undo: 'topics.deleteCategory',
    body: z.object({ name: categoryName, replaces }),
    output: ManagedCategory,
    errors: ['conflict'],
  },
  renameCategory: {
    route: 'POST /api/admin/categories/:id/rename',
    summary: 'Renames a category.',
    undo: 'itself',
    params: IdParams,
    body: z.object({ name: categoryName, seenName }),
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  mergeCategory: {
    route: 'POST /api/admin/categories/:id/merge',
    summary: 'Merges a category into another.',
    asksPassword: true,
    params: IdParams,
    body: z.object({
      intoId: safeText(100).min(1, 'Please choose a category.'),
      seenName,
      seenIntoName: seenName,
    }),
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  deleteCategory: {
    route: 'DELETE /api/admin/categories/:id',
    summary: 'Deletes a category.',
    undo: 'topics.createCategory',
    params: IdParams,
    query: z.object({ seenName }),
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  setRule: {
    route: 'POST /api/admin/category-rules',
    summary: 'Sets the rule for a name that sources use.',
    undo: 'topics.deleteRule',
    body: z.object({
      name: categoryName,
      /** Null: the name gets no category. */
      categoryId: safeText(100).nullable(),
      replaces,
    }),
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  rule: {
    route: 'GET /api/admin/category-rules/:name',
    summary: 'Returns the rule for a name that sources use.',
    params: NameParams,
    output: CategoryRuleState,
  },
  deleteRule: {
    route: 'DELETE /api/admin/category-rules/:name',
    summary: 'Removes the rule for a name that sources use.',
    undo: 'topics.setRule',
    params: NameParams,
    /** The rule the caller saw; empty means no category. If given, a different rule is not removed. */
    query: z.object({ categoryId: safeText(100).optional() }),
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  change: {
    route: 'PATCH /api/admin/categories',
    summary: 'Sets whether sources may create new categories.',
    undo: 'itself',
    body: z.object({ newCategories: z.boolean('newCategories must be true or false.') }),
    output: TopicsChanged,
    errors: ['conflict'],
  },
  tags: {
    route: 'GET /api/admin/tags',
    summary: 'Lists tags with their video counts.',
    query: z.object({
      search: safeText(LONGEST_NAME).optional(),
      limit: wholeNumber('limit', 1, 100, 50),
      /** The last tag of the previous page. */
      after: safeText(200).optional(),
    }),
    output: z.array(TagCount),
  },
  changeTag: {
    route: 'POST /api/admin/tags',
    summary: 'Renames a tag, merges it into another, or removes it.',
    asksPassword: true,
    /** `becomes: null` removes the tag, now and in future. */
    body: z.object({ tag: tagName, becomes: tagName.nullable() }),
    output: TopicsChanged,
    errors: ['conflict'],
  },
  tagRules: {
    route: 'GET /api/admin/tag-rules',
    summary: 'Lists the tag rules.',
    output: z.array(TagRule),
  },
  deleteTagRule: {
    route: 'DELETE /api/admin/tag-rules/:tag',
    summary: 'Removes a tag rule.',
    undo: 'topics.changeTag',
    params: z.object({ tag: safeText(LONGEST_NAME) }),
    /** The rule the caller saw; empty means removed. If given, a different rule is not removed. */
    query: z.object({ becomes: safeText(200).optional() }),
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  moves: {
    route: 'GET /api/admin/topic-moves',
    summary: 'Lists the running and recent moves of videos between categories and tags.',
    output: z.array(TopicMove),
  },
} as const satisfies AreaCalls);
