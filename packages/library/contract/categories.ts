import { type OpenCalls, openCalls } from '@vesper/core/contract';
import { z } from 'zod';

export const Category = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  videoCount: z.number().int(),
  /** Slugs of merged categories, which redirect here. Absent if there are none. */
  formerSlugs: z.array(z.string()).optional(),
});
export type Category = z.infer<typeof Category>;

export const categoriesCalls = openCalls({
  list: {
    route: 'GET /api/categories',
    summary: 'Lists the categories with their video counts.',
    caller: 'public',
    output: z.array(Category),
  },
} as const satisfies OpenCalls);
