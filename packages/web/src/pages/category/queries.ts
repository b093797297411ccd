import type { Client, VideoListQuery } from '@vesper/contract';
import type { PageQuery } from '../../data/answers.ts';
import {
  categoriesQuery,
  keywordLinksQuery,
  type ListedCategory,
  videoListQuery,
} from '../../data/catalogue-queries.ts';
import type { ListedVideos } from '../../data/listed-videos.ts';
import { listInput } from '../../shell/list-page.ts';
import type { QueryContext } from '../../shell/page.ts';
import { browseOfCategory } from '../../ui/filter/browse.ts';

export function categoryQueries({ client, params, search }: QueryContext) {
  return {
    categories: categoriesQuery(client),
    keywords: keywordLinksQuery(client, params.slug ?? ''),
    videos: categoryVideosQuery(client, params.slug ?? '', listInput(search, browseOfCategory(search))),
  };
}

export function findCategory(
  categories: ListedCategory[],
  slug: string | undefined,
): ListedCategory | undefined {
  return categories.find((category) => category.slug === slug);
}

/** The category that the one at this address was renamed to or merged into. */
export function findSuccessor(
  categories: ListedCategory[],
  slug: string | undefined,
): ListedCategory | undefined {
  return categories.find(({ formerSlugs }) => slug !== undefined && formerSlugs?.includes(slug));
}

/** Queried by name, found among the categories; null if none has this slug. */
function categoryVideosQuery(
  client: Client,
  slug: string,
  input: VideoListQuery,
): PageQuery<ListedVideos | null> {
  return {
    ...videoListQuery(client, input),
    queryKey: ['/api/videos', { categorySlug: slug, ...input }],
    queryFn: async (cache) => {
      const category = findCategory(await cache.fetch(categoriesQuery(client)), slug);
      if (!category) return null;
      return videoListQuery(client, { ...input, category: category.name }).queryFn(cache);
    },
  };
}
