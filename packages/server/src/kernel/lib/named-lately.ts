const PLACE_BITS = 14;
/** 2^32 divided by the golden ratio: the product's upper bits spread what is alike (Knuth, volume 3, section 6.4). */
const SPREAD = 0x9e3779b1;

/**
 * Tells of a name whether it was named before, and notes it. Forgets it once another has its place: of some thousand
 * names in between few are forgotten. For caches that keep only what is asked for again: most addresses and videos of a
 * large catalogue are not, and to keep them costs as much as to make them.
 */
export function createNamedLately(): (name: string) => boolean {
  const hashes = new Uint32Array(2 ** PLACE_BITS);
  return (name) => {
    const hash = quickHash(name);
    const place = Math.imul(hash, SPREAD) >>> (32 - PLACE_BITS);
    const wasNamed = hashes[place] === hash;
    hashes[place] = hash;
    return wasNamed;
  };
}

/** FNV-1a (draft-eastlake-fnv), of UTF-16 units: 32 bits, for what nobody gains from guessing. */
function quickHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
