/** The offset basis of FNV-1a. */
export const QUICK_SEED = 0x811c_9dc5;

/**
 * 32 bits of texts as if they were one, since to join them first would cost as much again: FNV-1a (draft-eastlake-fnv) of
 * UTF-16 units with the end of MurmurHash3. Anybody can find texts with the same hash.
 */
export function quickHash(seed: number, ...texts: readonly string[]): number {
  let sum = seed;
  for (const text of texts)
    for (let place = 0; place < text.length; place += 1)
      sum = Math.imul(sum ^ text.charCodeAt(place), 0x0100_0193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x85eb_ca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
