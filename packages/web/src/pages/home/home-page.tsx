import { useClient, useDomainConfig } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { ContinueWatching } from '../../library/continue-watching.tsx';
import { useSettledSearch } from '../../search/use-settled-search.ts';
import { container } from '../../shell/layout-classes.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { PageAddress } from '../../shell/page.ts';
import { CategoryChips, CategoryChipsSkeleton } from '../../ui/category-chips.tsx';
import { type Browse, browseOf } from '../../ui/filter/browse.ts';
import { KeywordLinks } from '../../ui/keyword-links.tsx';
import { AboutSite } from './about-site.tsx';
import { homeQueries } from './queries.ts';
import { SearchBox } from './search-box.tsx';
import { VideoLists } from './video-lists.tsx';

export function HomePage({ search }: PageAddress) {
  const browse = browseOf(search);
  const queries = homeQueries({ client: useClient(), search });
  const categories = useAnswer(queries.categories);
  useSettledSearch(browse.search, useAnswer(queries.videos).data);
  return (
    <>
      <Hero browse={browse} />
      <div className={`${container} pt-2 sm:pt-4`}>
        {categories.data ? (
          <CategoryChips categories={categories.data} />
        ) : (
          !categories.error && <CategoryChipsSkeleton />
        )}
        <ContinueWatching />
        <VideoLists
          browse={browse}
          page={pageOf(search)}
          query={queries.videos}
          categories={categories.data ?? []}
        />
        <KeywordLinks links={useAnswer(queries.keywords).data} className="mt-12" hasIndex />
        {!browse.search && <AboutSite />}
      </div>
    </>
  );
}

function Hero({ browse }: { browse: Browse }) {
  const { config } = useDomainConfig();
  return (
    <div className="hero-glow">
      <div className={container}>
        <div className="min-w-0">
          <h1 className="text-2xl font-bold tracking-tight text-balance wrap-anywhere sm:text-3xl">
            {config.siteName}
          </h1>
          <p className="mt-1 text-sm text-pretty text-muted sm:text-base">{config.tagline}</p>
        </div>
        <SearchBox browse={browse} />
      </div>
    </div>
  );
}
