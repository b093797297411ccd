import { Film } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ListedVideo } from '../data/listed-videos.ts';
import { WatchedBar } from '../library/watched-bar.tsx';
import { formatDuration, qualityLabel } from './format.ts';
import { inWidth } from './picture-width.ts';
import { VideoPicture } from './video-picture.tsx';

/** The layout size of a card's picture; the tile keeps the ratio for any image. */
const WIDTH = 320;
const HEIGHT = 180;

/** As wide as its container; before the browser knows that, as in a phone's grid. */
const SIZES = 'auto,50vw';

interface ThumbnailProps {
  video: ListedVideo;
  priority: 'first' | 'later';
}

/**
 * Picture, duration and quality of a video, with its preview on hover or a long press. A picture that fails to load
 * leaves a plain tile.
 */
export function Thumbnail({ video, priority }: ThumbnailProps) {
  const { previewUrl } = video;
  return (
    <div
      data-thumbnail
      className={`relative aspect-video overflow-hidden rounded-lg bg-linear-135 from-panel to-raised ${previewUrl ? 'select-none [-webkit-touch-callout:none]' : ''}`}
      onPointerEnter={previewUrl ? (event) => startPreview(event, previewUrl) : undefined}
    >
      <Picture key={video.thumbnailUrl} video={video} priority={priority} />
      <p className="absolute right-1.5 bottom-1.5 flex gap-1 text-[0.6875rem] leading-none font-semibold text-white tabular-nums">
        <QualityBadge height={video.height} />
        <span className={badge}>
          <span className="sr-only">Duration </span>
          {formatDuration(video.duration)}
        </span>
      </p>
      <WatchedBar id={video.id} />
    </div>
  );
}

/** The preview's code is loaded with the first pointer. */
function startPreview({ currentTarget: frame, pointerType }: PointerEvent<HTMLElement>, url: string): void {
  const pointer = new AbortController();
  frame.addEventListener('pointerleave', () => pointer.abort(), { once: true });
  import('./thumbnail-preview.ts').then(
    ({ awaitIntent }) =>
      awaitIntent(frame, { url, isTouch: pointerType === 'touch', pointer: pointer.signal }),
    // Offline there is no preview.
    () => {},
  );
}

const badge = 'rounded-sm bg-black/80 px-1.5 py-1';

function QualityBadge({ height }: { height: number | null }) {
  const label = qualityLabel(height);
  return label && <span className={badge}>{label}</span>;
}

function Picture({ video: { thumbnailUrl: url, placeholder }, priority }: ThumbnailProps) {
  const small = inWidth(url, 320);
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    // It may have failed before hydration, without a listener.
    if (image.current?.complete && image.current.naturalWidth === 0) setIsBroken(true);
  }, []);
  if (isBroken || !url) {
    return <Film aria-hidden className="absolute inset-0 m-auto size-8 text-muted/60" strokeWidth={1.25} />;
  }
  return (
    <>
      {placeholder && (
        <img
          src={placeholder}
          alt=""
          width={WIDTH}
          height={HEIGHT}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <VideoPicture
        ref={image}
        // Must precede `src`, or a browser would fetch that first.
        srcSet={small === url ? undefined : `${small} 320w,${url} 640w`}
        sizes={SIZES}
        src={url}
        width={WIDTH}
        height={HEIGHT}
        fetchPriority={priority === 'first' ? 'high' : 'auto'}
        onError={() => setIsBroken(true)}
        className="relative size-full object-cover transition duration-200 group-hover:brightness-110 motion-safe:group-hover:scale-[1.03]"
      />
    </>
  );
}
