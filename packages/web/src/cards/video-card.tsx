import { pageHref } from '@vesper/contract';
import type { ListedVideo } from '../data/listed-videos.ts';
import { CardFrame } from '../library/card-frame.tsx';
import { formatDay, viewsText } from '../ui/format.ts';
import { Thumbnail } from './thumbnail.tsx';

interface VideoCardProps {
  video: ListedVideo;
  priority: 'first' | 'later';
}

export function VideoCard({ video, priority }: VideoCardProps) {
  return (
    <CardFrame video={video}>
      <a href={pageHref.video(video.id)}>
        <Thumbnail video={video} priority={priority} />
        <h3 dir="auto" lang={video.lang}>
          {video.title}
        </h3>
      </a>
      {video.description && (
        <p dir="auto" lang={video.lang}>
          {video.description}
        </p>
      )}
      <VideoMeta video={video} />
    </CardFrame>
  );
}

/** For lists with the class `card-rows`. */
export function VideoRow({ video }: { video: ListedVideo }) {
  return (
    <CardFrame video={video}>
      <a href={pageHref.video(video.id)}>
        <Thumbnail video={video} priority="later" />
        <div>
          <h3 dir="auto">{video.title}</h3>
          <VideoMeta video={video} />
          {video.because && <p>{video.because}</p>}
        </div>
      </a>
    </CardFrame>
  );
}

function VideoMeta({ video }: { video: ListedVideo }) {
  return (
    <p>
      <span>{viewsText(video.views)}</span>{' '}
      <time dateTime={video.createdAt}>{formatDay(video.createdAt)}</time>
    </p>
  );
}
