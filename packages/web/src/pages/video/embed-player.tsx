import type { Video } from '@vesper/contract';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PlayButton } from '../../player/player-overlay.tsx';
import { PROVIDER_FRAME } from '../../player/provider-frame.ts';
import { usePoster } from '../../player/use-poster.ts';
import { VideoPicture } from '../../ui/video-picture.tsx';
import { useRegisterView } from './use-register-view.ts';

/** `closed`: nothing was requested from the provider. `slow`: open for a while, loaded or not. */
type FrameState = 'closed' | 'open' | 'slow';

/** A frame never reports failure: after this long everyone is offered the source. */
const SLOW_MS = 8000;

/** Our picture until the visitor presses play. If the player may not be framed, only a link to the source. */
export function EmbedPlayer({ video, embedUrl }: { video: Video; embedUrl: string }) {
  const [state, setState] = useState<FrameState>('closed');
  useRegisterView(video.id);
  const poster = usePoster(video);
  const { embed } = video;
  useEffect(() => {
    if (state !== 'open') return;
    const timer = setTimeout(() => setState('slow'), SLOW_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div data-embed={state}>
      <div className="relative aspect-video max-h-[min(78svh,56rem)] w-full overflow-hidden bg-black sm:rounded-xl">
        {poster && (
          <VideoPicture
            src={poster}
            fetchPriority="high"
            className="absolute inset-0 size-full object-contain"
          />
        )}
        {embed && state === 'closed' && (
          <PlayButton describedBy="embed-note" onPlay={() => setState('open')} />
        )}
        {embed && state !== 'closed' && <PlayerFrame title={video.title} src={embedUrl} embed={embed} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3 sm:px-0">
        {embed && <Note provider={embed.provider} host={new URL(embedUrl).host} isSlow={state === 'slow'} />}
        <a
          href={embed?.watchUrl ?? embedUrl}
          target="_blank"
          rel="nofollow noopener noreferrer"
          className="button quiet"
        >
          <ExternalLink aria-hidden className="size-4" />
          Watch at the source
        </a>
      </div>
    </div>
  );
}

interface PlayerFrameProps {
  title: string;
  src: string;
  embed: NonNullable<Video['embed']>;
}

function PlayerFrame({ title, src, embed }: PlayerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  // The focused button is gone.
  useEffect(() => frame.current?.focus(), []);
  return (
    <iframe
      ref={frame}
      title={`${title} (player of ${embed.provider})`}
      loading="lazy"
      {...PROVIDER_FRAME}
      src={src}
      className="absolute inset-0 size-full scheme-light"
    />
  );
}

interface NoteProps {
  provider: string;
  host: string;
  isSlow: boolean;
}

/** Both texts keep their space, so that nothing shifts. */
function Note({ provider, host, isSlow }: NoteProps) {
  const shown = (isShown: boolean) => `[grid-area:1/1] ${isShown ? '' : 'invisible'}`;
  return (
    <p
      role="status"
      id="embed-note"
      className="grid min-w-0 flex-1 basis-56 text-sm text-muted wrap-anywhere"
    >
      <span className={shown(!isSlow)}>
        Plays from {provider} ({host}), which learns of your visit once you press play.
      </span>
      <span className={shown(isSlow)}>Not loading?</span>
    </p>
  );
}
