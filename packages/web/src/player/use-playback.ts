import type { Video } from '@vesper/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { signedVideoQuery, videoQuery } from '../data/catalogue-queries.ts';
import { useClient } from '../data/client-context.tsx';
import { useAnswers } from '../data/use-answer.ts';
import { Playback, type PlaybackState } from './playback.ts';
import { withAddressesOf } from './source/own-address.ts';

interface PlaybackElements {
  video: RefObject<HTMLVideoElement | null>;
  frame: RefObject<HTMLCanvasElement | null>;
}

/** `Playback` sets the element's `src`, not React, which does not know the position. */
export function usePlayback(elements: PlaybackElements, video: Video, isAllowed: boolean) {
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
