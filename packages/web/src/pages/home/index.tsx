import { pageHref } from '@vesper/contract';
import { useClient, useDomainConfig } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { ContinueWatching } from '../../library/continue-watching.tsx';
import { useSettledSearch } from '../../search/use-settled-search.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { Page, PageAddress } from '../../shell/page.ts';
import { CategoryChips, CategoryChipsSkeleton } from '../../ui/category-chips.tsx';
import { type Browse, browseOf } from '../../ui/filter/browse.ts';
import { KeywordLinks } from '../../ui/keyword-links.tsx';
import { homeQueries } from './queries.ts';
import { SearchBox } from './search-box.tsx';
import { VideoLists } from './video-lists.tsx';

export const page: Page = {
  queries: (context) => Object.values(homeQueries(context)),
  loadDescribe: async () => (await import('./describe.ts')).describeHome,
  Component: HomePage,
};

function HomePage({ search }: PageAddress) {
  const browse = browseOf(search);
  const queries = homeQueries({ client: useClient(), search });
  const categories = useAnswer(queries.categories);
  useSettledSearch(browse.search, useAnswer(queries.videos).data);
  return (
    <>
      <Hero browse={browse} />
      <div className="wide pt-2 sm:pt-4">
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
      <div className="wide">
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

function AboutSite() {
  const { config } = useDomainConfig();
  return (
    <section aria-labelledby="about-title" className="mt-16 border-t border-line pt-8">
      <h2 id="about-title" className="text-base font-bold">
        {`${config.siteName}: ${config.tagline}`}
      </h2>
      <p className="mt-2 max-w-3xl text-sm leading-relaxed text-pretty text-muted">{config.description}</p>
      {config.keywords.length > 0 && (
        <ul aria-label="Popular searches" className="mt-3 flex flex-wrap gap-x-4">
          {config.keywords.map((keyword) => (
            <li key={keyword}>
              <a href={pageHref.home({ search: keyword })} rel="nofollow" className="quiet-link">
                {keyword}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
