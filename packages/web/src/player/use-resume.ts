import { type RefObject, useEffect, useState } from 'react';
import { recallWatch } from '../library/watch-history.ts';

const HINT_MS = 10_000;

/**
 * Goes back to where the history says that the video was left. Answers, for a few seconds, the second it was
 * resumed at.
 */
export function useResume(video: RefObject<HTMLVideoElement | null>, id: string, isAllowed: boolean) {
  const [resumedAt, setResumedAt] = useState<number>();

  useEffect(() => {
    const element = video.current;
    if (!isAllowed || !element) return;
    const listening = new AbortController();
    goBack(element, id, listening.signal).then(setResumedAt, () => {
      // Without its history a video begins at the beginning.
    });
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

/** Answers the second gone back to, once the video's length is known; undefined for one begun anew. */
async function goBack(
  element: HTMLVideoElement,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const seconds = await recallWatch(id);
  if (seconds === undefined) return undefined;
  if (element.readyState < HTMLMediaElement.HAVE_METADATA) await once(element, 'loadedmetadata', signal);
  // Whoever has already moved, or opened a shorter video under this id, stays there.
  if (signal.aborted || element.currentTime > 3 || seconds >= element.duration) return undefined;
  element.currentTime = seconds;
  return seconds;
}

function once(target: EventTarget, type: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    target.addEventListener(type, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}
