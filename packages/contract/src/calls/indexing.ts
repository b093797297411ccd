import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { safeText } from '../text.ts';

/** A page by what its address says: the id of a video, the slug of a category, or language and slug of a keyword. */
export const PageWanted = z.object({
  page: z.enum(['video', 'category', 'keyword'], { error: 'page must be video, category or keyword.' }),
  slug: safeText(400),
  lang: safeText(35).optional(),
});

export const indexingCalls = {
  gone: {
    method: 'GET',
    path: '/api/gone',
    summary: 'Says whether a page that is not there was there before, and is gone for good.',
    caller: 'public',
    query: PageWanted,
    output: z.object({ gone: z.boolean() }),
    errors: ['bad_request'],
  },
} as const satisfies CallGroup;
