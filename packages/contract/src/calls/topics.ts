import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { safeText, shownText } from '../text.ts';
import { Category } from './categories.ts';
import { wholeNumber } from './videos.ts';

const LONGEST_NAME = 60;
/** So many categories, and so many names that make none, are shown; what is decided about others is asked by name. */
export const MOST_TOPICS = 2000;
const NAME = 'A category needs a name.';
const TAG = 'A tag needs a name.';

const categoryName = shownText(LONGEST_NAME).trim().min(1, NAME);
const tagName = shownText(LONGEST_NAME).trim().min(1, TAG);

/** A category with what leads to it. */
export const ManagedCategory = Category.extend({
  /** Names that sources use for it, in lower case. */
  synonyms: z.array(z.string()),
  /** While its videos are being moved: where to, and how many have been. */
  move: z.object({ to: z.string(), moved: z.number().int() }).nullable(),
});
export type ManagedCategory = z.infer<typeof ManagedCategory>;

export const Topics = z.object({
  categories: z.array(ManagedCategory),
  /** Names that make no category, in lower case: their videos go under "Other". */
  notCreated: z.array(z.string()),
  /** Whether a name that is not known yet makes a category when a source uses it. */
  newCategories: z.boolean(),
});
export type Topics = z.infer<typeof Topics>;

/** The name that was seen: where it is given and somebody else has renamed the category since, nothing is done. */
const seenName = safeText(LONGEST_NAME).optional();

/** What is decided about the name already, as it was seen. Not given: nothing is. */
const replaces = z.object({ categoryId: safeText(100).nullable() }).optional();

export const NewCategory = z.object({ name: categoryName, replaces });
export const CategoryRename = z.object({ name: categoryName, seenName });
export const CategoryParams = z.object({ id: safeText(100) });
export const CategoryMerge = z.object({
  intoId: safeText(100).min(1, 'Please choose a category.'),
  seenName,
  /** The name of the other one, as it was seen. */
  seenIntoName: seenName,
});
export const CategoryDeletion = z.object({ seenName });

export const CategoryRule = z.object({
  name: categoryName,
  /** Null: the name makes no category. */
  categoryId: safeText(100).nullable(),
  replaces,
});

/** What was decided, as it was seen: empty for no category. Where it is given, another decision is not taken back. */
export const CategoryRuleSeen = z.object({ categoryId: safeText(100).optional() });

/** What is decided about one name; null where nothing is. */
export const CategoryRuleState = z.object({
  /** In lower case. */
  name: z.string(),
  /** Null in both: the name makes no category. */
  rule: z.object({ categoryId: z.string().nullable(), category: z.string().nullable() }).nullable(),
});
export type CategoryRuleState = z.infer<typeof CategoryRuleState>;

export const NameParams = z.object({ name: safeText(LONGEST_NAME) });

export const TopicSettings = z.object({ newCategories: z.boolean('newCategories must be true or false.') });

export const TopicsChanged = z.object({ message: z.string() });

export const TagsQuery = z.object({
  /** The beginning of a tag. */
  search: safeText(LONGEST_NAME).optional(),
  limit: wholeNumber('limit', 1, 100, 50),
  /** The last tag of the page before. */
  after: safeText(200).optional(),
});

/** A tag and how many public videos bear it. */
export const TagCount = z.object({ tag: z.string(), videoCount: z.number().int() });
export type TagCount = z.infer<typeof TagCount>;

/** `becomes` null leaves the tag out, now and in future. */
export const TagChange = z.object({ tag: tagName, becomes: tagName.nullable() });

export const TagRule = z.object({
  tag: z.string(),
  becomes: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TagRule = z.infer<typeof TagRule>;

/** What the tag becomes, as it was seen: empty where it is left out. Where it is given, another rule is not taken back. */
export const TagRuleSeen = z.object({ becomes: safeText(200).optional() });

export const TagParams = z.object({ tag: safeText(LONGEST_NAME) });

export const TopicMove = z.object({
  id: z.string(),
  kind: z.enum(['category', 'tag']),
  from: z.string(),
  to: z.string().nullable(),
  moved: z.number().int(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type TopicMove = z.infer<typeof TopicMove>;

export const topicsCalls = {
  get: {
    method: 'GET',
    path: '/api/admin/categories',
    summary: 'Lists the categories and what leads to them.',
    caller: 'admin',
    area: 'catalogue',
    output: Topics,
    errors: [],
  },
  createCategory: {
    method: 'POST',
    path: '/api/admin/categories',
    summary: 'Makes a category.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'topics.deleteCategory',
    body: NewCategory,
    output: ManagedCategory,
    errors: ['bad_request', 'conflict'],
  },
  renameCategory: {
    method: 'POST',
    path: '/api/admin/categories/:id/rename',
    summary: 'Renames a category.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'itself',
    params: CategoryParams,
    body: CategoryRename,
    output: TopicsChanged,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
  mergeCategory: {
    method: 'POST',
    path: '/api/admin/categories/:id/merge',
    summary: 'Merges a category into another one, which stays.',
    caller: 'admin',
    area: 'catalogue',
    asksPassword: true,
    params: CategoryParams,
    body: CategoryMerge,
    output: TopicsChanged,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/api/admin/categories/:id',
    summary: 'Deletes a category.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'topics.createCategory',
    params: CategoryParams,
    query: CategoryDeletion,
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  setRule: {
    method: 'POST',
    path: '/api/admin/category-rules',
    summary: 'Says what becomes of a name that sources give to a category.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'topics.deleteRule',
    body: CategoryRule,
    output: TopicsChanged,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
  rule: {
    method: 'GET',
    path: '/api/admin/category-rules/:name',
    summary: 'What becomes of a name that sources give to a category.',
    caller: 'admin',
    area: 'catalogue',
    params: NameParams,
    output: CategoryRuleState,
    errors: [],
  },
  deleteRule: {
    method: 'DELETE',
    path: '/api/admin/category-rules/:name',
    summary: 'Takes back what becomes of a name that sources give to a category.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'topics.setRule',
    params: NameParams,
    query: CategoryRuleSeen,
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  change: {
    method: 'PATCH',
    path: '/api/admin/categories',
    summary: 'Says whether sources may bring new categories.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'itself',
    body: TopicSettings,
    output: TopicsChanged,
    errors: ['bad_request', 'conflict'],
  },
  tags: {
    method: 'GET',
    path: '/api/admin/tags',
    summary: 'Lists tags with the number of their videos.',
    caller: 'admin',
    area: 'catalogue',
    query: TagsQuery,
    output: z.array(TagCount),
    errors: ['bad_request'],
  },
  changeTag: {
    method: 'POST',
    path: '/api/admin/tags',
    summary: 'Renames a tag, merges it into another one, or leaves it out from now on.',
    caller: 'admin',
    area: 'catalogue',
    asksPassword: true,
    body: TagChange,
    output: TopicsChanged,
    errors: ['bad_request', 'conflict'],
  },
  tagRules: {
    method: 'GET',
    path: '/api/admin/tag-rules',
    summary: 'Lists the tags that become others or are left out.',
    caller: 'admin',
    area: 'catalogue',
    output: z.array(TagRule),
    errors: [],
  },
  deleteTagRule: {
    method: 'DELETE',
    path: '/api/admin/tag-rules/:tag',
    summary: 'Takes back what becomes of a tag.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'topics.changeTag',
    params: TagParams,
    query: TagRuleSeen,
    output: TopicsChanged,
    errors: ['not_found', 'conflict'],
  },
  moves: {
    method: 'GET',
    path: '/api/admin/topic-moves',
    summary: 'Lists changes of categories and tags that are still being made.',
    caller: 'admin',
    area: 'catalogue',
    output: z.array(TopicMove),
    errors: [],
  },
} as const satisfies CallGroup;
