import { categoriesQuery, relatedQuery, videoQuery } from '../../data/catalogue-queries.ts';
import { goneQuery } from '../../data/was-there.ts';
import type { QueryContext } from '../../shell/page.ts';

export function videoQueries({ client, params }: Pick<QueryContext, 'client' | 'params'>) {
  const id = params.id ?? '';
  return {
    video: videoQuery(client, id),
    related: relatedQuery(client, id),
    categories: categoriesQuery(client),
    /** Only for missing videos. */
    gone: goneQuery(client, { page: 'video', id }),
  };
}
