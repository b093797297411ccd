import type { Video } from '@vesper/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { PlayedTime } from './played-time.ts';
import { recordWatch } from './watch-history.ts';

/**
 * Wraps a player and records in the history how far its video was watched, after some seconds of playing and then every
 * few seconds. It listens from outside, so that the player does not depend on it.
 */
export function WatchRecorder({ video, children }: { video: Video; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(video);
  shown.current = video;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const played = new PlayedTime();
    let playing: HTMLVideoElement | undefined;
    const note = ({ target, type }: Event) => {
      if (!(target instanceof HTMLVideoElement)) return;
      playing = target;
      record(target, type !== 'timeupdate');
    };
    const record = ({ currentTime, duration }: HTMLVideoElement, isStop: boolean) => {
      if (!played.isDue(currentTime, duration, isStop)) return;
      void recordWatch(shown.current, currentTime, Number.isFinite(duration) ? duration : undefined);
    };
    // Media events do not bubble, but they can be captured.
    for (const type of NOTED) element.addEventListener(type, note, true);
    const onLeave = () => {
      if (playing && !playing.paused) record(playing, true);
    };
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      for (const type of NOTED) element.removeEventListener(type, note, true);
      onLeave();
    };
  }, []);
  return <div ref={place}>{children}</div>;
}

const NOTED = ['timeupdate', 'pause', 'ended'];
