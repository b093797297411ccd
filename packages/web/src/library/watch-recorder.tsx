import type { Video } from '@vesper/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { PlayedTime } from './played-time.ts';
import { recordWatch } from './watch-history.ts';

/** Listens from outside, so that the player does not depend on the history. */
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
    const record = (video: HTMLVideoElement, isStop: boolean) => {
      if (!played.isDue(video, isStop)) return;
      const { currentTime, duration } = video;
      void recordWatch(shown.current, currentTime, Number.isFinite(duration) ? duration : undefined);
    };
    const onLeave = () => {
      if (playing && !playing.paused) record(playing, true);
    };
    const listening = new AbortController();
    const { signal } = listening;
    // Media events do not bubble, but they can be captured.
    for (const type of ['timeupdate', 'pause', 'ended'])
      element.addEventListener(type, note, { signal, capture: true });
    window.addEventListener('pagehide', onLeave, { signal });
    return () => {
      listening.abort();
      onLeave();
    };
  }, []);
  return <div ref={place}>{children}</div>;
}
