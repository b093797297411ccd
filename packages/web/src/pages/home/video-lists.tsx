import { pageHref } from '@vesper/contract';
import { VideoList } from '../../cards/video-list.tsx';
import type { PageQuery } from '../../data/answers.ts';
import type { ListedCategory } from '../../data/catalogue-queries.ts';
import { useDomainConfig } from '../../data/client-context.tsx';
import type { ListedVideos } from '../../data/listed-videos.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { ActiveFilters } from '../../ui/filter/active-filters.tsx';
import type { Browse } from '../../ui/filter/browse.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { listTitle } from '../../ui/filter/words.ts';
import { ListCount } from '../../ui/list-count.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyList } from './empty-list.tsx';
import { MoreResults } from './more-results.tsx';
import { SearchSentence } from './search-sentence.tsx';

interface VideoListsProps {
  browse: Browse;
  query: PageQuery<ListedVideos>;
  page: number | string;
  categories: ListedCategory[];
}

export function VideoLists({ browse, query, page, categories }: VideoListsProps) {
  const { config } = useDomainConfig();
  const isSearch = Boolean(browse.search);
  const videos = useAnswer(query, {
    // The last list stays until the next one arrives.
    meanwhile: (last) => (last.videos[0] && last.pagination.page === page ? last : undefined),
  });
  const { pagination: pages, search: said } = videos.data ?? {};
  const hrefOfPage = (page: number) => pageHref.home({ ...browse, page });
  return (
    <section aria-labelledby="videos-title" className="pt-7">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="videos-title" className="text-xl font-bold tracking-tight">
            {isSearch ? 'Search Results' : listTitle(browse, config.siteName)}
          </h2>
          <ListCount noun={isSearch ? 'result' : 'video'} pages={videos.isOld ? undefined : pages} />
        </div>
        <FilterBar
          browse={browse}
          hrefOf={pageHref.home}
          videos={videos.data?.videos}
          counts={videos.isOld ? undefined : videos.data?.filterCounts}
          // Else the links above lead to the categories.
          categories={isSearch || browse.category ? namesOf(categories) : []}
        />
      </div>
      {isSearch && <SearchSentence browse={browse} said={videos.isOld ? undefined : said} />}
      {!videos.data?.refused && <ActiveFilters browse={browse} hrefOf={pageHref.home} />}
      <VideoList videos={videos} hrefOf={hrefOfPage}>
        <EmptyList browse={browse} said={said} />
      </VideoList>
      {pages && isSearch && <MoreResults browse={browse} pages={pages} />}
      {pages && !isSearch && <Pagination pages={pages} hrefOf={hrefOfPage} />}
    </section>
  );
}

function namesOf(categories: ListedCategory[]): string[] {
  return categories.filter(({ videoCount }) => videoCount > 0).map(({ name }) => name);
}
