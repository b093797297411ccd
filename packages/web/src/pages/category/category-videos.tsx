import { type PageSearch, pageHref } from '@vesper/contract';
import { Film, SearchX } from 'lucide-react';
import { VideoList } from '../../cards/video-list.tsx';
import type { PageQuery } from '../../data/answers.ts';
import type { ListedCategory } from '../../data/catalogue-queries.ts';
import type { ListedVideos } from '../../data/listed-videos.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { pageOf } from '../../shell/list-page.ts';
import { ActiveFilters } from '../../ui/filter/active-filters.tsx';
import { type Browse, browseOfCategory, filtersOf, withoutFilters } from '../../ui/filter/browse.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { ListCount } from '../../ui/list-count.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';

interface CategoryVideosProps {
  category: ListedCategory;
  search: PageSearch;
  query: PageQuery<ListedVideos | null>;
}

export function CategoryVideos({ category, search, query }: CategoryVideosProps) {
  const browse = browseOfCategory(search);
  const hrefOf = (next: Browse) => pageHref.category(category.slug, next);
  const hrefOfPage = (page: number) => pageHref.category(category.slug, { ...browse, page });
  const page = pageOf(search);
  const videos = useAnswer(query, {
    // While filters change, this category's last list stays until the next one arrives.
    meanwhile: (last, lastKey) =>
      last?.pagination.page === page && slugIn(lastKey) === slugIn(query.queryKey) ? last : undefined,
  });
  const isFiltered = filtersOf(browse).length > 0;
  return (
    <section aria-label={`${category.name} videos`} className="pt-5">
      <h2 className="sr-only">Videos</h2>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {category.videoCount > 0 && (
          <FilterBar browse={browse} hrefOf={hrefOf} videos={videos.data?.videos} />
        )}
        <ListCount
          noun="video"
          // The heading has the total.
          pages={isFiltered && !videos.isOld ? videos.data?.pagination : undefined}
        />
      </div>
      {!videos.data?.refused && <ActiveFilters browse={browse} hrefOf={hrefOf} />}
      <VideoList videos={videos} hrefOf={hrefOfPage}>
        <NoVideos browse={browse} hrefOf={hrefOf} />
      </VideoList>
      {!videos.error && videos.data && <Pagination pages={videos.data.pagination} hrefOf={hrefOfPage} />}
    </section>
  );
}

function slugIn(queryKey: readonly unknown[]): unknown {
  return (queryKey[1] as { categorySlug?: string } | undefined)?.categorySlug;
}

interface NoVideosProps {
  browse: Browse;
  hrefOf: (browse: Browse) => string;
}

function NoVideos({ browse, hrefOf }: NoVideosProps) {
  if (filtersOf(browse).length === 0) {
    return <StateScreen level={2} icon={Film} title="No videos in this category yet" />;
  }
  return (
    <StateScreen
      level={2}
      icon={SearchX}
      title="No videos found"
      text="No video in this category matches these filters."
      action={
        <a href={hrefOf(withoutFilters(browse))} className="button quiet">
          Clear filters
        </a>
      }
    />
  );
}
