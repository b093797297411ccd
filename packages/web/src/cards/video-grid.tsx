import { Suspense } from 'react';
import type { ListedVideo } from '../data/listed-videos.ts';
import { VideoCard } from './video-card.tsx';

const grid = 'cards card-grid';

/** Cards that hydrate with the page; the others follow in a task of their own. */
const AT_ONCE = 8;

const SKELETONS = 10;

/** Pictures that load before layout: the first row on a phone. */
const FIRST = 2;

export function VideoGrid({ videos }: { videos: ListedVideo[] }) {
  return (
    <ul className={grid}>
      <Cards videos={videos.slice(0, AT_ONCE)} first={FIRST} />
      <Suspense>
        <Cards videos={videos.slice(AT_ONCE)} first={0} />
      </Suspense>
    </ul>
  );
}

function Cards({ videos, first }: { videos: ListedVideo[]; first: number }) {
  return videos.map((video, index) => (
    <li key={video.id}>
      <VideoCard video={video} priority={index < first ? 'first' : 'later'} />
    </li>
  ));
}

export function VideoGridSkeleton() {
  return (
    <div className={grid} data-skeleton="videos" aria-hidden>
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike.
        <div key={index}>
          <div className="skeleton aspect-video rounded-lg" />
          <div className="skeleton mt-2.5 h-3.5 w-11/12 rounded-sm" />
          <div className="skeleton mt-2 h-3.5 w-3/5 rounded-sm" />
          <div className="skeleton mt-2.5 h-3 w-2/5 rounded-sm" />
        </div>
      ))}
    </div>
  );
}
