import { type RefObject, useEffect, useState } from 'react';
import { recallWatch } from '../library/watch-history.ts';

const HINT_MS = 10_000;

/**
 * Resumes the video where the history says that it was left. Returns, for a few seconds, the second at which it was
 * resumed.
 */
export function useResume(video: RefObject<HTMLVideoElement | null>, id: string, isAllowed: boolean) {
  const [resumedAt, setResumedAt] = useState<number>();

  useEffect(() => {
    const element = video.current;
    if (!isAllowed || !element) return;
    const listening = new AbortController();
    goBack(element, id, listening.signal).then(setResumedAt, () => {
      // Without history a video starts at the beginning.
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

/** Returns the second at which to resume, once the length is known; undefined to start over. */
async function goBack(
  element: HTMLVideoElement,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const seconds = await recallWatch(id);
  if (seconds === undefined) return undefined;
  if (element.readyState < HTMLMediaElement.HAVE_METADATA) await once(element, 'loadedmetadata', signal);
  // Stay if the visitor has already moved, or the video under this id is now shorter.
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
