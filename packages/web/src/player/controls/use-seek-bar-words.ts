import { type RefObject, useEffect } from 'react';
import { spokenPlace } from './spoken-time.ts';

const CHANGES = ['timeupdate', 'seeking', 'durationchange', 'emptied'];

/**
 * Tells screen readers the seek bar's time. media-chrome's own text lags behind the bar and calls the first second
 * unknown: whenever it is set, ours replaces it.
 */
export function useSeekBarWords(player: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const video = player.current?.querySelector('video');
    const bar = player.current?.querySelector('media-time-range')?.shadowRoot?.querySelector('input');
    if (!video || !bar) return;
    const say = () => {
      const words = spokenPlace(video.currentTime, video.duration);
      if (bar.ariaValueText !== words) bar.ariaValueText = words;
    };
    const listening = new AbortController();
    for (const type of CHANGES) video.addEventListener(type, say, { signal: listening.signal });
    const observer = new MutationObserver(say);
    observer.observe(bar, { attributeFilter: ['aria-valuetext'] });
    say();
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, [player]);
}
