import './controls/media-elements.ts';
import type { Video } from '@vesper/contract';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useAgeConfirmed } from '../age-gate/age-confirmed.ts';
import { signedVideoQuery, videoQuery } from '../data/catalogue-queries.ts';
import { useClient, useDomainConfig } from '../data/client-context.tsx';
import { useAnswers } from '../data/use-answer.ts';
import { VideoPicture } from '../ui/video-picture.tsx';
import { useControls, useHasQualities } from './controls/use-controls.ts';
import { Playback, type PlaybackState } from './playback.ts';
import { PlayerOverlay, ResumeHint } from './player-overlay.tsx';
import { withAddressesOf } from './source/own-address.ts';
import { useResume } from './use-resume.ts';

export interface EndActions {
  replay: () => void;
  close: () => void;
}

interface PictureSource {
  video: Video;
  poster: string;
}

interface VideoPlayerProps extends PictureSource {
  /** Covers the last frame. */
  end?: (actions: EndActions) => ReactNode;
}

/** Pass the video's id as `key`: one player shows one video. */
export function VideoPlayer({ video, poster, end }: VideoPlayerProps) {
  const isAllowed = useAgeConfirmed();
  const root = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLCanvasElement>(null);
  const { state, play, retry } = usePlayback({ video: element, frame }, video, isAllowed);
  const { resumedAt, startOver } = useResume(element, video.id, isAllowed);
  const { Controls, haveFailed } = useControls();
  const hasQualities = useHasQualities(element);
  const [hasPlayed, setHasPlayed] = useState(false);
  const { hasEnded, dismiss } = useEnded(element);
  const close = () => {
    dismiss();
    root.current?.querySelector<HTMLElement>('media-controller')?.focus({ preventScroll: true });
  };
  const replay = () => {
    close();
    if (element.current) element.current.currentTime = 0;
    void play();
  };
  return (
    <PlayerRoot root={root} state={state} isComing={!Controls && !haveFailed}>
      {poster && !hasPlayed && <Poster url={poster} />}
      <media-controller nohotkeys tabIndex={0} className="relative block -outline-offset-2">
        <Picture
          element={element}
          {...{ video, poster, isAllowed, hasPlayed }}
          onPlaying={() => setHasPlayed(true)}
          // Not a second play button under the large one.
          hasControls={!Controls && state !== 'blocked'}
        />
        <Space video={video} />
        <canvas
          ref={frame}
          slot="media"
          hidden
          aria-hidden
          className="pointer-events-none absolute inset-0 size-full object-contain"
        />
        {Controls && <Controls player={root} hasQualities={hasQualities} />}
      </media-controller>
      <Watermark />
      <PlayerOverlay state={state} onPlay={play} onRetry={retry} />
      {resumedAt !== undefined && (state === 'ready' || state === 'blocked') && (
        <ResumeHint seconds={resumedAt} onStartOver={startOver} />
      )}
      {hasEnded && state === 'ready' && end?.({ replay, close })}
    </PlayerRoot>
  );
}

/** `dismiss` counts as going back. */
function useEnded(video: RefObject<HTMLVideoElement | null>): {
  hasEnded: boolean;
  dismiss: () => void;
} {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const listening = new AbortController();
    const on = (type: string, act: () => void) =>
      element.addEventListener(type, act, { signal: listening.signal });
    on('ended', () => setHasEnded(true));
    on('playing', () => setHasEnded(false));
    on('seeking', () => {
      // An address renewed at the very end comes back to the same position.
      if (element.currentTime < element.duration - 0.5) setHasEnded(false);
    });
    return () => listening.abort();
  }, [video]);
  return { hasEnded, dismiss: () => setHasEnded(false) };
}

interface PlayerRootProps {
  root: RefObject<HTMLDivElement | null>;
  state: PlaybackState;
  /** Our controls are loading: for that moment the browser's need not show. */
  isComing: boolean;
  children: ReactNode;
}

/** Shown in full screen, overlays included. */
function PlayerRoot({ root, state, isComing, children }: PlayerRootProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only suppresses the context menu.
    <div
      ref={root}
      data-state={state}
      data-controls={isComing ? 'coming' : 'here'}
      className="player-root relative overflow-hidden bg-black sm:rounded-xl fullscreen:rounded-none"
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

/** Not a `poster` attribute, which would load behind the age gate. */
function Poster({ url }: { url: string }) {
  const [firstUrl] = useState(url);
  return (
    <VideoPicture src={firstUrl} fetchPriority="high" className="absolute inset-0 size-full object-contain" />
  );
}

interface PictureProps extends PictureSource {
  element: RefObject<HTMLVideoElement | null>;
  isAllowed: boolean;
  hasPlayed: boolean;
  hasControls: boolean;
  onPlaying: () => void;
}

function Picture({ element, video, poster, ...props }: PictureProps) {
  const { isAllowed, hasPlayed, hasControls, onPlaying } = props;
  const [firstUrl] = useState(video.videoUrl);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the videos have none.
    <video
      ref={element}
      slot="media"
      src={firstUrl}
      poster={isAllowed ? poster : undefined}
      controls={hasControls}
      controlsList="nodownload"
      playsInline
      onPlaying={onPlaying}
      // Nothing loads behind the age gate, nor of the file if there is a stream.
      preload={isAllowed && !video.hlsUrl ? 'metadata' : 'none'}
      aria-label={video.title}
      className={`absolute inset-0 size-full object-contain ${hasPlayed ? 'bg-black' : ''}`}
    >
      {isAllowed && video.storyboardUrl && (
        <track kind="metadata" label="thumbnails" src={video.storyboardUrl} default />
      )}
    </video>
  );
}

/** A video element changes shape once its metadata loads; this reserves the space. */
function Space({ video: { width, height } }: { video: Video }) {
  return (
    <svg
      slot="media"
      aria-hidden
      viewBox={`0 0 ${width ?? 16} ${height ?? 9}`}
      className="player-space block h-auto max-h-[min(78svh,56rem)] w-full"
    />
  );
}

function Watermark() {
  const { config } = useDomainConfig();
  return (
    <p
      aria-hidden
      className="pointer-events-none absolute top-3 right-4 text-xs font-semibold tracking-wide text-white/35 select-none text-shadow-2xs sm:text-sm"
    >
      {config.domain}
    </p>
  );
}

interface PlaybackElements {
  video: RefObject<HTMLVideoElement | null>;
  frame: RefObject<HTMLCanvasElement | null>;
}

/** `Playback` sets the element's `src`, not React, which does not know the position. */
function usePlayback(elements: PlaybackElements, video: Video, isAllowed: boolean) {
  const cache = useAnswers();
  const client = useClient();
  const [state, setState] = useState<PlaybackState>('ready');
  const playback = useRef<Playback>(undefined);
  const current = useRef(video);
  current.current = video;
  const { video: videoRef, frame: frameRef } = elements;
  const { id } = video;

  useEffect(() => {
    const element = videoRef.current;
    if (!isAllowed || !element) return;
    const query = signedVideoQuery(client, id);
    const started = new Playback({
      element,
      frame: frameRef.current,
      video: () => current.current,
      sign: (wanted) => cache.fetch(wanted === 'fresh' ? { ...query, staleTime: 0 } : query),
      find: async () => {
        const fresh = await client.videos.get({ id });
        const { queryKey } = videoQuery(client, id);
        const { data: shown } = cache.read<Video | null>(queryKey);
        if (fresh.id === id && shown) cache.set(queryKey, { data: withAddressesOf(fresh, shown) });
        return fresh;
      },
      onState: setState,
    });
    playback.current = started;
    started.start();
    return () => started.stop();
  }, [cache, client, frameRef, id, isAllowed, videoRef]);

  return {
    state,
    play: () => playback.current?.play(),
    retry: () => playback.current?.retry(),
  };
}
