import { z } from 'zod';

export const Category = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  videoCount: z.number().int(),
  /** Of categories that have become this one: their addresses lead here. Left out where there are none. */
  formerSlugs: z.array(z.string()).optional(),
});
export type Category = z.infer<typeof Category>;
