import { HOME_PAGE_SIZE, type PageSearch, type VideoListQuery } from '@vesper/contract';
import { categoriesQuery, keywordLinksQuery, videoListQuery } from '../../data/catalogue-queries.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { QueryContext } from '../../shell/page.ts';
import { browseOf } from '../../ui/filter/browse.ts';

/** Everything the home page asks. */
export function homeQueries({ client, search }: Pick<QueryContext, 'client' | 'search'>) {
  return {
    categories: categoriesQuery(client),
    videos: videoListQuery(client, listInput(search)),
    keywords: keywordLinksQuery(client),
  };
}

/** Invalid sorts and filters are passed on, so that the call's error explains them. */
function listInput(search: PageSearch): VideoListQuery {
  return { page: pageOf(search), limit: HOME_PAGE_SIZE, ...(browseOf(search) as VideoListQuery) };
}
