import { pageHref } from '@vesper/contract';
import type { ListedVideo } from '../data/listed-videos.ts';
import { CardFrame } from '../library/card-frame.tsx';
import { formatDay, viewsText } from './format.ts';
import { Thumbnail } from './thumbnail.tsx';

interface VideoCardProps {
  video: ListedVideo;
  priority: 'first' | 'later';
}

/** A video in a grid. `priority` says how early its picture is needed. `readCard` reads it from the page. */
export function VideoCard({ video, priority }: VideoCardProps) {
  return (
    <CardFrame video={video}>
      <a href={pageHref.video(video.id)} className="block rounded-lg">
        <Thumbnail video={video} priority={priority} />
        <h3
          dir="auto"
          className="mt-2 line-clamp-2 text-left text-sm leading-snug font-medium wrap-anywhere transition-colors group-hover:text-primary-text"
        >
          {video.title}
        </h3>
      </a>
      {video.description && (
        <p dir="auto" className="mt-1 line-clamp-2 text-left text-xs leading-normal wrap-anywhere text-muted">
          {video.description}
        </p>
      )}
      <VideoMeta video={video} />
    </CardFrame>
  );
}

/** The same as a row: picture on the left, text on the right. */
export function VideoRow({ video }: { video: ListedVideo }) {
  return (
    <CardFrame video={video}>
      <a href={pageHref.video(video.id)} className="grid grid-cols-[minmax(9rem,42%)_1fr] gap-3 rounded-lg">
        <Thumbnail video={video} priority="later" />
        <div className="min-w-0">
          <h3
            dir="auto"
            className="line-clamp-2 text-left text-sm leading-snug font-medium wrap-anywhere transition-colors group-hover:text-primary-text"
          >
            {video.title}
          </h3>
          <VideoMeta video={video} />
        </div>
      </a>
    </CardFrame>
  );
}

function VideoMeta({ video }: { video: ListedVideo }) {
  return (
    <p className="facts mt-1 text-xs leading-normal text-muted">
      <span>{viewsText(video.views)}</span>
      <time dateTime={video.createdAt}>{formatDay(video.createdAt)}</time>
    </p>
  );
}
