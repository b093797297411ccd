/** A Bloom filter of 32 MB with four probes: of a million lines it takes one in millions for another, of 20 million 0.5 %. */
const BITS = 2 ** 28;
const PROBES = [0, 4, 8, 12];

/**
 * Says of each SHA-256 whether it was asked about before, in bounded memory: rarely also of a new one, never "no" of an
 * old one.
 */
export function createSeenBefore(): (hash: Buffer) => boolean {
  const words = new Uint32Array(BITS / 32);
  return (hash) => {
    let isSeen = true;
    for (const probe of PROBES) {
      const bit = hash.readUInt32LE(probe) % BITS;
      const mask = 1 << (bit % 32);
      const word = words[bit >>> 5] ?? 0;
      if ((word & mask) === 0) isSeen = false;
      words[bit >>> 5] = word | mask;
    }
    return isSeen;
  };
}
