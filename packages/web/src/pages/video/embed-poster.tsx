import type { Video } from '@vesper/contract';
import { Play } from 'lucide-react';
import { primaryButton } from '../../ui/control-classes.ts';
import { inWidth } from '../../ui/picture-width.ts';

/** In the player's place, of a video that only its source's own player shows: its picture and the way there. */
export function EmbedPoster({ video, embedUrl }: { video: Video; embedUrl: string }) {
  return (
    <div className="relative grid aspect-video max-h-[min(78svh,56rem)] w-full place-items-center overflow-hidden bg-black sm:rounded-xl">
      {video.thumbnailUrl && (
        <img
          src={inWidth(video.thumbnailUrl, 1280)}
          alt=""
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <a
        href={embedUrl}
        target="_blank"
        rel="nofollow noopener noreferrer"
        className={`${primaryButton} relative`}
      >
        <Play aria-hidden className="size-4" />
        Watch at the source
      </a>
    </div>
  );
}
