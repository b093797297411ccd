import { type RefObject, useEffect, useState } from 'react';
import { isWorthResuming, recallPosition, rememberPosition } from './positions.ts';

const SAVE_EVERY_MS = 5000;
const HINT_MS = 10_000;

/**
 * Goes back to where the video was left and keeps the place while it plays. Answers, for a few seconds, the second
 * it was resumed at.
 */
export function useResume(video: RefObject<HTMLVideoElement | null>, id: string, isAllowed: boolean) {
  const [resumedAt, setResumedAt] = useState<number>();

  useEffect(() => {
    const element = video.current;
    if (!isAllowed || !element) return;
    const listening = new AbortController();
    keepPosition(element, id, listening.signal);
    void goBack(element, id, listening.signal).then(setResumedAt);
    return () => listening.abort();
  }, [id, isAllowed, video]);

  useEffect(() => {
    if (resumedAt === undefined) return;
    const timer = setTimeout(() => setResumedAt(undefined), HINT_MS);
    return () => clearTimeout(timer);
  }, [resumedAt]);

  return {
    resumedAt,
    startOver: () => {
      if (video.current) video.current.currentTime = 0;
      setResumedAt(undefined);
    },
  };
}

function keepPosition(element: HTMLVideoElement, id: string, signal: AbortSignal): void {
  let savedAtMs = Date.now();
  const save = () => {
    const { currentTime, duration } = element;
    if (currentTime === 0 || !Number.isFinite(duration)) return;
    savedAtMs = Date.now();
    rememberPosition(id, currentTime, duration);
  };
  const saveSometimes = () => {
    if (Date.now() - savedAtMs >= SAVE_EVERY_MS) save();
  };
  element.addEventListener('timeupdate', saveSometimes, { signal });
  element.addEventListener('pause', save, { signal });
  window.addEventListener('pagehide', save, { signal });
  signal.addEventListener('abort', save);
}

/** Answers the second gone back to, once the video's length is known; undefined for one begun anew. */
async function goBack(
  element: HTMLVideoElement,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const position = await recallPosition(id);
  if (!position || !isWorthResuming(position)) return undefined;
  if (element.readyState < HTMLMediaElement.HAVE_METADATA) await once(element, 'loadedmetadata', signal);
  // Whoever has already moved, or opened a shorter video under this id, stays there.
  if (signal.aborted || element.currentTime > 3 || position.seconds >= element.duration) return undefined;
  element.currentTime = position.seconds;
  return position.seconds;
}

function once(target: EventTarget, type: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    target.addEventListener(type, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}
