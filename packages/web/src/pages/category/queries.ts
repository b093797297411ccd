import { type Category, type Client, HOME_PAGE_SIZE, type VideoList } from '@vesper/contract';
import { categoriesQuery, videoListQuery } from '../../data/catalogue-queries.ts';
import type { PageQuery } from '../../data/page-query.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { QueryContext } from '../../shell/page.ts';

/** Everything a category page asks. */
export function categoryQueries({ client, params, search }: QueryContext) {
  return {
    categories: categoriesQuery(client),
    videos: categoryVideosQuery(client, params.slug ?? '', pageOf(search)),
  };
}

export function findCategory(categories: Category[], slug: string | undefined): Category | undefined {
  return categories.find((category) => category.slug === slug);
}

/** The list is asked for by name, and only the categories know the name; null where none has this slug. */
function categoryVideosQuery(
  client: Client,
  slug: string,
  page: number | string,
): PageQuery<VideoList | null> {
  return {
    queryKey: ['/api/videos', { categorySlug: slug, page }],
    queryFn: async ({ client: cache }) => {
      const category = findCategory(await cache.fetchQuery(categoriesQuery(client)), slug);
      if (!category) return null;
      return videoListQuery(client, { page, limit: HOME_PAGE_SIZE, category: category.name }).queryFn({
        client: cache,
      });
    },
  };
}
