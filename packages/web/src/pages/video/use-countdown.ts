import { type RefObject, useEffect, useRef, useState } from 'react';

interface Countdown {
  /** Undefined for none at all. Counts only by what it is at first. */
  seconds: number | undefined;
  onEnd: () => void;
}

/**
 * Counts down to zero, unless it is cancelled: by `cancel`, by Escape, by leaving full screen (which is where Escape
 * leads there), or by doing anything outside `root`. Answers the seconds left; undefined where nothing is counted.
 */
export function useCountdown(root: RefObject<HTMLElement | null>, { seconds, onEnd }: Countdown) {
  const [left, setLeft] = useState(seconds);
  const end = useRef(onEnd);
  end.current = onEnd;
  const isCounting = left !== undefined;

  useEffect(() => {
    if (left === undefined) return;
    if (left === 0) return end.current();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  useEffect(() => {
    if (!isCounting) return;
    const listening = new AbortController();
    const cancel = () => setLeft(undefined);
    const cancelFromOutside = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isEscape) event.preventDefault();
      if (isEscape || !(event.target instanceof Node && root.current?.contains(event.target))) cancel();
    };
    const options = { signal: listening.signal, capture: true };
    document.addEventListener('keydown', cancelFromOutside, options);
    document.addEventListener('pointerdown', cancelFromOutside, options);
    document.addEventListener('fullscreenchange', () => document.fullscreenElement || cancel(), options);
    return () => listening.abort();
  }, [isCounting, root]);

  return { seconds: left, cancel: () => setLeft(undefined) };
}
