import { useQueryClient } from '@tanstack/react-query';
import type { Video } from '@vesper/contract';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { signedVideoQuery } from '../data/catalogue-queries.ts';
import { useClient } from '../data/client-context.tsx';
import { SignedSource } from './signed-source.ts';

export type PlaybackState = 'ready' | 'blocked' | 'broken';

/**
 * Keeps a video element supplied with a living address and tries to play it each time that changes. Nothing
 * happens before `isAllowed`. The element's `src` is set here and not by React, which knows nothing of time.
 */
export function usePlayback(element: RefObject<HTMLVideoElement | null>, video: Video, isAllowed: boolean) {
  const cache = useQueryClient();
  const client = useClient();
  const [state, setState] = useState<PlaybackState>('ready');
  const source = useRef<SignedSource>(undefined);
  const ownUrl = useRef(video.videoUrl);
  ownUrl.current = video.videoUrl;

  const play = useCallback(async () => {
    try {
      await element.current?.play();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') setState('blocked');
    }
  }, [element]);

  useEffect(() => {
    if (!isAllowed) return;
    const query = signedVideoQuery(client, video.id);
    const signed = new SignedSource({
      ownUrl: () => ownUrl.current,
      sign: (wanted) => cache.fetchQuery(wanted === 'fresh' ? { ...query, staleTime: 0 } : query),
      onChange: (url) => {
        if (element.current && switchSource(element.current, url)) void play();
      },
    });
    source.current = signed;
    void play();
    void signed.start();
    const onVisible = () => signed.wake();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      signed.stop();
    };
  }, [cache, client, element, isAllowed, play, video.id]);

  return {
    state,
    play,
    retry: () => {
      setState('ready');
      element.current?.load();
      void play();
    },
    onPlay: () => setState((before) => (before === 'blocked' ? 'ready' : before)),
    onLoadedMetadata: () => setState((before) => (before === 'broken' ? 'ready' : before)),
    onError: () => {
      if (isAllowed && !source.current?.giveUpCurrent()) setState('broken');
    },
  };
}

/** Plays on from another address at the same place and speed; answers whether to go on playing. */
function switchSource(element: HTMLVideoElement, url: string): boolean {
  const { currentTime, paused, playbackRate } = element;
  element.defaultPlaybackRate = playbackRate;
  element.src = url;
  if (currentTime === 0) return true;
  element.currentTime = currentTime;
  return !paused;
}
