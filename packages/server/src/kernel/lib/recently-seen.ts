const PLACE_BITS = 14;
/** 2^32 divided by the golden ratio: the product's upper bits spread what is alike (Knuth, volume 3, section 6.4). */
const SPREAD = 0x9e3779b1;

/**
 * Tells whether a name was seen recently, and notes it, for caches that keep only what is asked for again: most
 * addresses and videos of a large catalogue are not, and to keep them costs as much as to make them. Each name has four
 * bytes; a later one at the same place takes them, so of a thousand others about 6 % forget a name, of 5,000 a quarter. Of
 * two with the same hash the second counts as seen, which keeps it once too early.
 */
export function createRecentlySeen(): (name: string) => boolean {
  const hashes = new Uint32Array(2 ** PLACE_BITS);
  return (name) => {
    const hash = fnv1a(name);
    const place = Math.imul(hash, SPREAD) >>> (32 - PLACE_BITS);
    const wasSeen = hashes[place] === hash;
    hashes[place] = hash;
    return wasSeen;
  };
}

/** FNV-1a (draft-eastlake-fnv), of UTF-16 units: 32 bits, for what nobody gains from guessing. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
