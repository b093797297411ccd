import { useEffect } from 'react';
import { useClient } from '../data/client-context.tsx';
import type { ListedVideos } from '../data/listed-videos.ts';

/** Longer than pauses while typing. */
const STAYS_MS = 2000;

/** Keeps a search once its answer has stayed on the screen; a rejected one is forgotten. */
export function useSettledSearch(text: string | undefined, answer: ListedVideos | undefined): void {
  const client = useClient();
  const isRefused = answer && answer.refused !== undefined;
  useEffect(() => {
    if (!text || isRefused === undefined) return;
    const timer = setTimeout(() => {
      import('./own-searches.ts')
        .then(({ keepSearch, forgetSearch }) => (isRefused ? forgetSearch(text) : keepSearch(client, text)))
        .catch(() => {});
    }, STAYS_MS);
    return () => clearTimeout(timer);
  }, [client, text, isRefused]);
}
