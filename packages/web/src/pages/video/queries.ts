import { categoriesQuery, relatedQuery, videoQuery } from '../../data/catalogue-queries.ts';
import type { QueryContext } from '../../shell/page.ts';

/** Everything a video page asks; the categories lead from the category's name to its address. */
export function videoQueries({ client, params }: Pick<QueryContext, 'client' | 'params'>) {
  const id = params.id ?? '';
  return {
    video: videoQuery(client, id),
    related: relatedQuery(client, id),
    categories: categoriesQuery(client),
  };
}
