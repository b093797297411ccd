import type { ManagedVideo } from '@vesper/contract';
import { Film } from 'lucide-react';
import { useState } from 'react';

type Pictured = Pick<ManagedVideo, 'thumbnailUrl' | 'placeholder'> & { picture?: string | null };

/** A video's picture in any state: its thumbnail, the private one, a blur, or none. */
export function VideoPicture({ video, className }: { video: Pictured; className: string }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const urls = [video.thumbnailUrl, video.picture, video.placeholder];
  const url = urls.find((one) => one && !broken.includes(one));
  if (!url) {
    return (
      <div className={`grid place-items-center bg-raised text-muted ${className}`}>
        <Film aria-hidden className="size-6" strokeWidth={1.25} />
      </div>
    );
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken([...broken, url])}
      className={`bg-raised object-cover ${className}`}
    />
  );
}
