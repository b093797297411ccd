import { pageHref } from '@vesper/contract';
import { Compass, Film } from 'lucide-react';
import { VideoGrid, VideoGridSkeleton } from '../../cards/video-grid.tsx';
import { useClient } from '../../data/client-context.tsx';
import type { ListedKeyword } from '../../data/listed-videos.ts';
import { useAnswer } from '../../data/use-answer.ts';
import type { Page, PageAddress } from '../../shell/page.ts';
import { FailureScreen } from '../../ui/failure-screen.tsx';
import { countText, viewsText } from '../../ui/format.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';
import { MissingScreen } from '../not-found/missing-screen.tsx';
import { keywordQuery } from './queries.ts';

export const page: Page = {
  queries: (context) => [keywordQuery(context)],
  loadDescribe: async () => (await import('./describe.ts')).describeKeyword,
  Component: KeywordPage,
};

function KeywordPage({ params, search }: PageAddress) {
  const answer = useAnswer(keywordQuery({ client: useClient(), params, search }));
  if (answer.error) return <FailureScreen error={answer.error} />;
  if (answer.data === undefined) return <KeywordSkeleton />;
  if (answer.data === null) {
    return <MissingScreen icon={Compass} title="Page Not Found" text="This keyword page doesn't exist." />;
  }
  return (
    <div className="wide pt-7 md:pt-10">
      <KeywordHeading answer={answer.data} />
      <section aria-label="Videos" className="pt-7">
        <h2 lang="en" className="sr-only">
          Videos
        </h2>
        <KeywordVideos answer={answer.data} />
      </section>
    </div>
  );
}

/** Title and description are in the keyword's language. */
function KeywordHeading({ answer: { keyword, pagination } }: { answer: ListedKeyword }) {
  return (
    <header>
      <div lang={keyword.languageCode} dir="auto">
        <h1 className="text-2xl font-bold tracking-tight text-balance wrap-anywhere sm:text-3xl">
          {keyword.metaTitle}
        </h1>
        <p className="mt-2 max-w-3xl leading-relaxed text-pretty wrap-anywhere text-muted">
          {keyword.metaDescription}
        </p>
      </div>
      <p lang="en" className="facts mt-3 text-sm text-muted">
        <span>{countText(pagination.totalVideos, 'video', pagination.totalIsCapped)}</span>{' '}
        <span>{viewsText(keyword.views)}</span>{' '}
        <span>
          <span className="sr-only">Language: </span>
          {keyword.languageCode.toUpperCase()}
        </span>
      </p>
    </header>
  );
}

function KeywordVideos({ answer: { keyword, videos, pagination } }: { answer: ListedKeyword }) {
  const hrefOf = (page: number) => pageHref.keyword(keyword.languageCode, keyword.slug, { page });
  return (
    <div lang="en">
      {videos.length === 0 ? (
        <StateScreen level={2} icon={Film} title="No videos found for this keyword yet." />
      ) : (
        <VideoGrid videos={videos} />
      )}
      {videos.length > 0 && <Pagination pages={pagination} hrefOf={hrefOf} />}
    </div>
  );
}

function KeywordSkeleton() {
  return (
    <div className="wide pt-7 md:pt-10">
      <div aria-hidden>
        <div className="skeleton h-9 w-72 max-w-full rounded-md" />
        <div className="skeleton mt-3 h-5 w-96 max-w-full rounded-sm" />
        <div className="skeleton mt-3 h-5 w-44 rounded-sm" />
      </div>
      <div className="pt-7">
        <VideoGridSkeleton />
      </div>
    </div>
  );
}
