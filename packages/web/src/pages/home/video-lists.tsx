import type { UseQueryResult } from '@tanstack/react-query';
import { type Pagination as Pages, pageHref, type VideoList } from '@vesper/contract';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDomainConfig } from '../../data/client-context.tsx';
import { quietButton } from '../../ui/control-classes.ts';
import { FailureScreen } from '../../ui/failure-screen.tsx';
import { countText } from '../../ui/format.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';
import { VideoGrid, VideoGridSkeleton } from '../../ui/video-grid.tsx';

const SKELETONS = 10;

type ListAnswer = UseQueryResult<VideoList>;

export function LatestVideos({ videos }: { videos: ListAnswer }) {
  const { config } = useDomainConfig();
  const pages = videos.data?.pagination;
  return (
    <>
      <ListHeading title={`Latest ${config.siteName} Videos`}>
        {pages && countText(pages.totalVideos, 'video', pages.totalIsCapped)}
      </ListHeading>
      <ListBody videos={videos}>
        <StateScreen level={2} icon={SearchX} title="No videos found" />
      </ListBody>
      {pages && <Pagination pages={pages} hrefOf={(page) => pageHref.home({ page })} />}
    </>
  );
}

/** A search replaces the paginated list; further results are asked for by a link of their own. */
export function SearchResults({ term, videos }: { term: string; videos: ListAnswer }) {
  const pages = videos.data?.pagination;
  return (
    <>
      <ListHeading title="Search Results">
        {pages && !videos.isPlaceholderData && countText(pages.totalVideos, 'result', pages.totalIsCapped)}
      </ListHeading>
      <ListBody videos={videos}>
        <StateScreen
          level={2}
          icon={SearchX}
          title="No videos found"
          text={`Nothing matches “${term}”. Try fewer or other words.`}
          action={
            <PageLink href={pageHref.home()} className={quietButton}>
              Clear search
            </PageLink>
          }
        />
      </ListBody>
      {pages && <MoreResults term={term} pages={pages} />}
    </>
  );
}

function ListHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h2 id="videos-title" className="text-xl font-bold tracking-tight">
        {title}
      </h2>
      <p role="status" className="text-sm text-muted tabular-nums">
        {children}
      </p>
    </div>
  );
}

/** The grid, or what stands in for it; `children` is shown for an empty list. */
function ListBody({ videos, children }: { videos: ListAnswer; children: ReactNode }) {
  if (videos.isPending) return <VideoGridSkeleton count={SKELETONS} />;
  if (videos.isError) return <FailureScreen error={videos.error} level={2} />;
  if (videos.data.videos.length === 0) return children;
  return (
    <div aria-busy={videos.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
      <VideoGrid videos={videos.data.videos} />
    </div>
  );
}

function MoreResults({ term, pages }: { term: string; pages: Pages }) {
  const { page, hasNextPage } = pages;
  if (page === 1 && !hasNextPage) return null;
  return (
    <nav aria-label="More search results" className="mt-10 flex flex-wrap justify-center gap-3">
      {page > 1 && (
        <PageLink rel="prev" className={quietButton} href={pageHref.home({ search: term, page: page - 1 })}>
          Previous results
        </PageLink>
      )}
      {hasNextPage && (
        <PageLink rel="next" className={quietButton} href={pageHref.home({ search: term, page: page + 1 })}>
          Show more results
        </PageLink>
      )}
    </nav>
  );
}
