import { type RefObject, useEffect } from 'react';

const CHANGES = ['timeupdate', 'seeking', 'durationchange', 'emptied'];

/** Replaces media-chrome's text, which lags behind the bar and calls the first second unknown. */
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

/** "1 minute 5 seconds of 3 minutes". */
export function spokenPlace(seconds: number, duration: number): string {
  const place = spokenTime(seconds);
  return Number.isFinite(duration) ? `${place} of ${spokenTime(duration)}` : place;
}

function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const words = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}${n === 1 ? '' : 's'}`);
  return words.join(' ') || '0 seconds';
}
