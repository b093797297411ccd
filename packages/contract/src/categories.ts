import { z } from 'zod';

export const Category = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  videoCount: z.number().int(),
});
export type Category = z.infer<typeof Category>;
