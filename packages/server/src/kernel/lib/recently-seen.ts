import { QUICK_SEED, quickHash } from './quick-hash.ts';

const PLACES = 2 ** 14;

/**
 * Tells whether a name was seen recently, and notes it, for caches that keep only what is asked for again: most
 * addresses and videos of a large catalogue are not, and to keep them costs as much as to make them. Each name has four
 * bytes; a later one at the same place takes them, so of a thousand others about 6 % forget a name, of 5,000 a quarter. Of
 * two with the same hash the second counts as seen, which keeps it once too early.
 */
export function createRecentlySeen(): (name: string) => boolean {
  const hashes = new Uint32Array(PLACES);
  return (name) => {
    const hash = quickHash(QUICK_SEED, name);
    const place = hash % PLACES;
    const wasSeen = hashes[place] === hash;
    hashes[place] = hash;
    return wasSeen;
  };
}
