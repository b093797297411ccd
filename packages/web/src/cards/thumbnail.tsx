import { Film } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ListedVideo } from '../data/listed-videos.ts';
import { WatchedBar } from '../library/watched-bar.tsx';
import { formatDuration, qualityLabel } from '../ui/format.ts';
import { inWidth } from '../ui/picture-width.ts';
import { VideoPicture } from '../ui/video-picture.tsx';

/** As wide as its container; until that is known, as in a phone's grid. */
const SIZES = 'auto,50vw';
/** `auto` needs lazy pictures, and the first are not: the grid's columns, gaps and margins (styles/lists.css). */
const FIRST_SIZES =
  '(max-width:639px)calc(50vw - 22px),(max-width:1023px)calc(33.4vw - 27px),(max-width:1279px)calc(25vw - 28px),calc(20vw - 26px)';

interface ThumbnailProps {
  video: ListedVideo;
  priority: 'first' | 'later';
}

/** With a preview on hover or a long press. A picture that fails to load leaves a plain tile. */
export function Thumbnail({ video, priority }: ThumbnailProps) {
  const { previewUrl } = video;
  return (
    <div
      data-thumbnail={previewUrl ? 'preview' : ''}
      onPointerEnter={previewUrl ? (event) => startPreview(event, previewUrl) : undefined}
    >
      <Picture key={video.thumbnailUrl} video={video} priority={priority} />
      <p>
        <QualityBadge height={video.height} />{' '}
        <span>
          <span>Duration </span>
          {formatDuration(video.duration)}
        </span>
      </p>
      <WatchedBar id={video.id} />
    </div>
  );
}

function startPreview({ currentTarget: frame, pointerType }: PointerEvent<HTMLElement>, url: string): void {
  const pointer = new AbortController();
  frame.addEventListener('pointerleave', () => pointer.abort(), { once: true });
  import('../ui/thumbnail-preview.ts').then(
    ({ awaitIntent }) =>
      awaitIntent(frame, { url, isTouch: pointerType === 'touch', pointer: pointer.signal }),
    // Offline there is no preview.
    () => {},
  );
}

function QualityBadge({ height }: { height: number | null }) {
  const label = qualityLabel(height);
  return label && <span>{label}</span>;
}

function Picture({ video: { thumbnailUrl: url, placeholder }, priority }: ThumbnailProps) {
  const small = inWidth(url, 320);
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    // The picture may have failed before hydration, without a listener.
    if (image.current?.complete && image.current.naturalWidth === 0) setIsBroken(true);
  }, []);
  if (isBroken || !url) {
    return <Film aria-hidden className="absolute inset-0 m-auto size-8 text-muted/60" strokeWidth={1.25} />;
  }
  return (
    <>
      {placeholder && <img src={placeholder} alt="" />}
      <VideoPicture
        ref={image}
        // Must precede `src`, or a browser would fetch `src` first.
        srcSet={small === url ? undefined : `${small} 320w,${url} 640w`}
        sizes={priority === 'first' ? FIRST_SIZES : SIZES}
        src={url}
        fetchPriority={priority === 'first' ? 'high' : undefined}
        onError={() => setIsBroken(true)}
      />
    </>
  );
}
