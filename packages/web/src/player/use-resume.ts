import { type RefObject, useEffect, useState } from 'react';
import { recallWatch } from '../library/watch-history.ts';

const HINT_MS = 10_000;

/** Resumes where the history says, and returns that second for a while. */
export function useResume(video: RefObject<HTMLVideoElement | null>, id: string, isAllowed: boolean) {
  const [resumedAt, setResumedAt] = useState<number>();

  useEffect(() => {
    const element = video.current;
    if (!isAllowed || !element) return;
    const listening = new AbortController();
    goBack(element, id, listening.signal).then(setResumedAt, () => {
      // Without history it starts at the beginning.
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

/** Undefined to start over. */
async function goBack(
  element: HTMLVideoElement,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const seconds = await recallWatch(id);
  if (seconds === undefined) return undefined;
  if (element.readyState < HTMLMediaElement.HAVE_METADATA) await once(element, 'loadedmetadata', signal);
  // The visitor has already moved, or the video is now shorter.
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
