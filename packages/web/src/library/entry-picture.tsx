import { Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../data/client-context.tsx';
import { useAnswers } from '../data/use-answer.ts';
import { formatDuration } from '../ui/format.ts';
import type { VideoSnapshot } from './lists.ts';
import { refreshSnapshot } from './refresh-snapshot.ts';
import { ProgressBar } from './watched-bar.tsx';

/** Signed addresses of pictures live for at least a week. */
const FRESH_MS = 6 * 86_400_000;

interface EntryPictureProps {
  entry: VideoSnapshot;
  progress?: number | undefined;
}

export function EntryPicture({ entry, progress }: EntryPictureProps) {
  const { place, refresh } = useFreshSnapshot(entry);
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const { thumbnailUrl } = entry;
  return (
    <div
      ref={place}
      className="relative aspect-video overflow-hidden rounded-lg bg-linear-135 from-panel to-raised"
    >
      {thumbnailUrl && thumbnailUrl !== brokenUrl && !entry.isGone ? (
        <img
          src={thumbnailUrl}
          alt=""
          width={320}
          height={180}
          loading="lazy"
          decoding="async"
          onError={() => {
            setBrokenUrl(thumbnailUrl);
            refresh();
          }}
          className="size-full object-cover"
        />
      ) : (
        <Film aria-hidden className="absolute inset-0 m-auto size-8 text-muted/60" strokeWidth={1.25} />
      )}
      {entry.duration > 0 && (
        <p className="absolute right-1.5 bottom-1.5 rounded-sm bg-black/80 px-1.5 py-1 text-[0.6875rem] leading-none font-semibold text-white tabular-nums">
          <span className="sr-only">Duration </span>
          {formatDuration(entry.duration)}
        </p>
      )}
      {progress !== undefined && <ProgressBar progress={progress} />}
    </div>
  );
}

/** Refetches the video once its entry is visible, if it is old. */
function useFreshSnapshot({ videoId, checkedAt, tags, isGone }: VideoSnapshot) {
  const cache = useAnswers();
  const client = useClient();
  const place = useRef<HTMLDivElement>(null);
  const isOld = Date.now() - checkedAt > FRESH_MS || !(tags || isGone);
  useEffect(() => {
    if (!isOld || !place.current) return;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      refreshSnapshot(cache, client, videoId);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [cache, client, isOld, videoId]);
  return { place, refresh: () => refreshSnapshot(cache, client, videoId) };
}
