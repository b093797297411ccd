/** The calls of this page; a change affects all of them. */
export const TOPIC_PATHS = {
  categories: '/api/admin/categories',
  rules: '/api/admin/category-rules',
  tags: '/api/admin/tags',
  tagRules: '/api/admin/tag-rules',
  moves: '/api/admin/topic-moves',
} as const;

export const ALL_TOPIC_PATHS = Object.values(TOPIC_PATHS);
