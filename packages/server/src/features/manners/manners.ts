import type { SafeFetch } from '../../lib/safe-fetch.ts';
import type { RobotsCache } from './robots.ts';

/** How this program behaves towards the sites that it reads. */
export interface Manners {
  /** A fetch that keeps a source's manners, or the usual ones where an address has no source. */
  fetchFor(sourceId: string | null): SafeFetch;
}

export interface MannersOptions {
  fetch: SafeFetch;
  robots: RobotsCache;
}

export function createManners({ fetch, robots }: MannersOptions): Manners {
  const polite: SafeFetch = async (url, options) => {
    await robots.requireAllowed(url, options?.signal);
    return fetch(url, options);
  };
  return { fetchFor: () => polite };
}
