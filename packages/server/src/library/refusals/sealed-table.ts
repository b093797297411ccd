import { hash } from 'node:crypto';

const SIFT_BITS = 20;
const SIFT_BYTES = 3;
const HASH_BYTES = 9;
/** A sealed key in base64: what sifts, so that few texts need the dear hash, and a part of its SHA-256. */
export const SEALED_LENGTH = ((SIFT_BYTES + HASH_BYTES) / 3) * 4;

export function sealKey(key: string): string {
  const sealed = Buffer.alloc(SIFT_BYTES + HASH_BYTES);
  sealed.writeUIntBE(siftOf(key), 0, SIFT_BYTES);
  sealed.write(hashOf(key), SIFT_BYTES, 'base64');
  return sealed.toString('base64');
}

/** Terms by keys that are known as hashes alone. */
export function createSealedTable() {
  const sift = new Uint8Array(2 ** SIFT_BITS);
  const terms = new Map<string, number>();
  return {
    add(sealed: string, term: number): void {
      sift[Buffer.from(sealed, 'base64').readUIntBE(0, SIFT_BYTES)] = 1;
      const rest = sealed.slice((SIFT_BYTES / 3) * 4);
      if (!terms.has(rest)) terms.set(rest, term);
    },
    find: (key: string): number | undefined => (sift[siftOf(key)] ? terms.get(hashOf(key)) : undefined),
  };
}

/** FNV-1a of UTF-16 units, with the end of MurmurHash3; the seed file has these numbers. */
function siftOf(key: string): number {
  let sum = 0x1b87_3593;
  for (let place = 0; place < key.length; place += 1)
    sum = Math.imul(sum ^ key.charCodeAt(place), 0x0100_0193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x85eb_ca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) >>> (32 - SIFT_BITS);
}

function hashOf(key: string): string {
  return Buffer.from(hash('sha256', `vesper refused ${key}`, 'buffer')).toString('base64', 0, HASH_BYTES);
}
