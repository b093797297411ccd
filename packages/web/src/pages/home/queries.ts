import type { VideoListQuery } from '@vesper/contract';
import { HOME_PAGE_SIZE } from '@vesper/contract';
import { categoriesQuery, videoListQuery } from '../../data/catalogue-queries.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { QueryContext } from '../../shell/page.ts';

/** Everything the home page asks. */
export function homeQueries({ client, search }: Pick<QueryContext, 'client' | 'search'>) {
  return {
    categories: categoriesQuery(client),
    videos: videoListQuery(client, listInput(search)),
  };
}

/** The term being searched for, as typed; empty when not searching. */
export function searchTermOf(search: URLSearchParams): string {
  return search.get('search') ?? '';
}

function listInput(search: URLSearchParams): VideoListQuery {
  const term = searchTermOf(search);
  const list = { page: pageOf(search), limit: HOME_PAGE_SIZE };
  return term === '' ? list : { ...list, search: term };
}
