import { categoriesQuery, keywordLinksQuery, videoListQuery } from '../../data/catalogue-queries.ts';
import { listInput } from '../../shell/list-page.ts';
import type { QueryContext } from '../../shell/page.ts';
import { browseOf } from '../../ui/filter/browse.ts';

export function homeQueries({ client, search }: Pick<QueryContext, 'client' | 'search'>) {
  return {
    categories: categoriesQuery(client),
    videos: videoListQuery(client, listInput(search, browseOf(search))),
    keywords: keywordLinksQuery(client),
  };
}
