import { z } from 'zod';
import type { CallGroup } from '../call.ts';

export const Category = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  videoCount: z.number().int(),
  /** Of categories that have become this one: their addresses lead here. Left out where there are none. */
  formerSlugs: z.array(z.string()).optional(),
});
export type Category = z.infer<typeof Category>;

export const categoriesCalls = {
  list: {
    method: 'GET',
    path: '/api/categories',
    summary: 'Lists the categories with the number of their videos.',
    caller: 'public',
    output: z.array(Category),
    errors: [],
  },
} as const satisfies CallGroup;
