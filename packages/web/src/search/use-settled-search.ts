import { useEffect } from 'react';
import { useClient } from '../data/client-context.tsx';
import type { ListedVideos } from '../data/listed-videos.ts';

/** A search that stays this long is one that somebody meant, and no word that is still being typed. */
const STAYS_MS = 2000;

/** Notes a search once its answer has stayed on the screen; one that is refused is forgotten. */
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
