import { type RefObject, useEffect, useState } from 'react';

/** Whether the video has ended and the visitor has not gone back; `dismiss` counts as going back. */
export function useEnded(video: RefObject<HTMLVideoElement | null>): {
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
      // An address renewed at the very end returns to the same position.
      if (element.currentTime < element.duration - 0.5) setHasEnded(false);
    });
    return () => listening.abort();
  }, [video]);
  return { hasEnded, dismiss: () => setHasEnded(false) };
}
