import { pageHref } from '@vesper/contract';
import { FolderSearch } from 'lucide-react';
import { VideoGridSkeleton } from '../../cards/video-grid.tsx';
import type { ListedCategory } from '../../data/catalogue-queries.ts';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import type { Page, PageAddress } from '../../shell/page.ts';
import { CategoryChips } from '../../ui/category-chips.tsx';
import { FailureScreen } from '../../ui/failure-screen.tsx';
import { countText } from '../../ui/format.ts';
import { KeywordLinks } from '../../ui/keyword-links.tsx';
import { MissingScreen } from '../not-found/missing-screen.tsx';
import { CategoryVideos } from './category-videos.tsx';
import { categoryQueries, findCategory } from './queries.ts';

export const page: Page = {
  queries: (context) => Object.values(categoryQueries(context)),
  loadDescribe: async () => (await import('./describe.ts')).describeCategory,
  Component: CategoryPage,
};

function CategoryPage({ params, search }: PageAddress) {
  const queries = categoryQueries({ client: useClient(), params, search });
  const categories = useAnswer(queries.categories);
  const keywords = useAnswer(queries.keywords);
  if (categories.error) return <FailureScreen error={categories.error} />;
  if (!categories.data) return <CategorySkeleton />;
  const category = findCategory(categories.data, params.slug);
  if (!category) {
    return (
      <MissingScreen
        icon={FolderSearch}
        title="Category Not Found"
        text="The category you're looking for doesn't exist."
      />
    );
  }
  return (
    <div className="wide pt-7 md:pt-10">
      <CategoryHeading category={category} />
      <div className="pt-4">
        <CategoryChips categories={categories.data} current={category.slug} />
      </div>
      <CategoryVideos category={category} search={search} query={queries.videos} />
      <KeywordLinks links={keywords.data} className="mt-12" />
    </div>
  );
}

function CategoryHeading({ category }: { category: ListedCategory }) {
  return (
    <>
      <nav aria-label="Breadcrumb">
        <a href={pageHref.home()} className="text-sm text-muted hover:text-text hover:underline">
          Home
        </a>
        <span aria-hidden className="px-2 text-sm text-muted">
          /
        </span>
        <span aria-current="page" className="text-sm text-muted">
          {category.name}
        </span>
      </nav>
      <h1 className="mt-2 text-2xl font-bold tracking-tight text-balance wrap-anywhere sm:text-3xl">
        {category.name}
      </h1>
      <p className="mt-1 text-sm text-muted sm:text-base">
        {`${countText(category.videoCount, 'video')} in this category`}
      </p>
    </>
  );
}

function CategorySkeleton() {
  return (
    <div className="wide pt-7 md:pt-10">
      <div aria-hidden>
        <div className="skeleton h-5 w-28 rounded-sm" />
        <div className="skeleton mt-2 h-9 w-56 rounded-md" />
        <div className="skeleton mt-2 h-5 w-44 rounded-sm" />
      </div>
      <div className="pt-37 sm:pt-33">
        <VideoGridSkeleton />
      </div>
    </div>
  );
}
