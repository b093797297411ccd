import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedVideos } from '../data/listed-videos.ts';
import type { ShownAnswer } from '../data/use-answer.ts';
import { FailureScreen } from '../ui/failure-screen.tsx';
import { NoSuchPage } from '../ui/no-such-page.tsx';
import { StateScreen } from '../ui/state-screen.tsx';
import { VideoGrid, VideoGridSkeleton } from './video-grid.tsx';

interface VideoListProps {
  videos: ShownAnswer<ListedVideos | null>;
  hrefOf: (page: number) => string;
  /** Shown if nothing matches. */
  children: ReactNode;
}

export function VideoList({ videos: { data, error, isOld }, hrefOf, children }: VideoListProps) {
  if (error) return <FailureScreen error={error} level={2} />;
  if (!data) return <VideoGridSkeleton />;
  const { videos, refused, pagination: pages } = data;
  if (videos.length > 0)
    return (
      <div aria-busy={isOld} className="transition-opacity aria-busy:opacity-60">
        <VideoGrid videos={videos} />
      </div>
    );
  if (refused) return <RefusedScreen help={refused} />;
  return pages.page > 1 && pages.totalPages > 0 ? <NoSuchPage {...{ pages, hrefOf }} /> : children;
}

/** Offers help, and does not repeat the search. */
function RefusedScreen({ help: { text, address } }: { help: NonNullable<ListedVideos['refused']> }) {
  return (
    <StateScreen
      level={2}
      icon={SearchX}
      title="No results for this search"
      text={text}
      action={
        address && (
          <a href={address} rel="noreferrer" className="button quiet">
            Find help
          </a>
        )
      }
    />
  );
}
