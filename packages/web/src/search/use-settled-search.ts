import { useEffect } from 'react';
import { useClient } from '../data/client-context.tsx';

/** A search that stays this long is one that somebody meant, and no word that is still being typed. */
const STAYS_MS = 2000;

/** Notes a search once it has stayed on the screen. */
export function useSettledSearch(text: string | undefined): void {
  const client = useClient();
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => {
      import('./settled-search.ts').then(({ keepSearch }) => keepSearch(client, text)).catch(() => {});
    }, STAYS_MS);
    return () => clearTimeout(timer);
  }, [client, text]);
}
