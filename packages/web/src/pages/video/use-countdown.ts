import { type RefObject, useEffect, useRef, useState } from 'react';

interface Countdown {
  /** Undefined for no countdown. Only the first value counts. */
  seconds: number | undefined;
  onEnd: () => void;
}

/**
 * Counts down to zero, unless cancelled: by `cancel`, by Escape, by leaving full screen (as Escape does there), or by
 * any action outside `root`. Returns the seconds left; undefined without a countdown.
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
