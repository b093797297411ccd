import type { Video } from '@vesper/contract';
import { Play, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAgeConfirmed } from '../age-gate/age-confirmed.ts';
import { useDomainConfig } from '../data/client-context.tsx';
import { type PlaybackState, usePlayback } from './use-playback.ts';

/** Give it the video's id as key: one player shows one video. */
export function VideoPlayer({ video, poster }: { video: Video; poster: string }) {
  const { config } = useDomainConfig();
  const isAllowed = useAgeConfirmed();
  const element = useRef<HTMLVideoElement>(null);
  const [firstUrl] = useState(video.videoUrl);
  const { state, play, retry, ...listeners } = usePlayback(element, video, isAllowed);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the context menu shut (specification, section 2).
    <div
      className="relative overflow-hidden bg-black sm:rounded-xl"
      onContextMenu={(event) => event.preventDefault()}
    >
      <video
        ref={element}
        src={firstUrl}
        poster={poster}
        width={video.width ?? 16}
        height={video.height ?? 9}
        // A play button of the browser's own under the large one would only confuse.
        controls={state !== 'blocked'}
        controlsList="nodownload"
        playsInline
        // Behind the age gate nothing of the video is fetched.
        preload={isAllowed ? 'metadata' : 'none'}
        aria-label={video.title}
        {...listeners}
        className="mx-auto h-auto max-h-[min(78svh,56rem)] w-full bg-black object-contain"
      />
      <p
        aria-hidden
        className="pointer-events-none absolute top-3 right-4 text-xs font-semibold tracking-wide text-white/35 select-none text-shadow-2xs sm:text-sm"
      >
        {config.domain}
      </p>
      <PlayerOverlay state={state} onPlay={play} onRetry={retry} />
    </div>
  );
}

interface OverlayProps {
  state: PlaybackState;
  onPlay: () => void;
  onRetry: () => void;
}

function PlayerOverlay({ state, onPlay, onRetry }: OverlayProps) {
  if (state === 'ready') return null;
  if (state === 'blocked') {
    return (
      <button
        type="button"
        aria-label="Play video"
        onClick={onPlay}
        className="group absolute inset-0 grid cursor-pointer place-items-center bg-black/35"
      >
        <span className="grid size-20 place-items-center rounded-full bg-primary text-on-primary shadow-lg transition-transform motion-safe:group-hover:scale-105">
          <Play aria-hidden className="ml-1 size-9 fill-current" />
        </span>
      </button>
    );
  }
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-black/85 p-4 text-center text-white"
    >
      <p className="text-sm font-medium">This video cannot be played right now.</p>
      <button
        type="button"
        onClick={onRetry}
        className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-white/15 px-4 text-sm font-semibold hover:bg-white/25"
      >
        <RotateCcw aria-hidden className="size-4" />
        Try again
      </button>
    </div>
  );
}
