import { hash } from 'node:crypto';
import { QUICK_SEED, quickHash } from '../../kernel/lib/quick-hash.ts';

const EMPTY = 0xffff_ffff;

export interface KeyTable {
  add(key: string, term: number): void;
  /** The number of the term that has a key of this kind. */
  find(kind: string, word: string): number | undefined;
}

/** Terms by their keys, each as 64 bits: twelve bytes an entry, where a map of strings has a hundred. */
export function createKeyTable(mostKeys: number): KeyTable {
  const size = 2 ** Math.ceil(Math.log2(Math.max(mostKeys, 8) * 2));
  const [first, second, terms] = [
    new Uint32Array(size),
    new Uint32Array(size),
    new Uint32Array(size).fill(EMPTY),
  ];
  const firstOf = (kind: string, word = '') => quickHash(QUICK_SEED, kind, word);
  const secondOf = (kind: string, word = '') => quickHash(0x9e37_79b9, kind, word);
  /** Its place, or the empty one where it would stand. */
  const placeOf = (a: number, b: number): number => {
    let place = a & (size - 1);
    while (terms[place] !== EMPTY && (first[place] !== a || second[place] !== b))
      place = (place + 1) & (size - 1);
    return place;
  };
  return {
    add(key, term) {
      const [a, b] = [firstOf(key), secondOf(key)];
      const place = placeOf(a, b);
      if (terms[place] !== EMPTY) return;
      [first[place], second[place]] = [a, b];
      terms[place] = term;
    },
    find(kind, word) {
      const a = firstOf(kind, word);
      // Nearly always.
      if (terms[a & (size - 1)] === EMPTY) return undefined;
      const term = terms[placeOf(a, secondOf(kind, word))];
      return term === EMPTY ? undefined : term;
    },
  };
}

const SIFT_BITS = 20;
const SIFT_BYTES = 3;
const HASH_BYTES = 9;
/** A key of the seed in base64: what sifts, so that few texts need the dear hash, and a part of its SHA-256. */
export const SEALED_LENGTH = ((SIFT_BYTES + HASH_BYTES) / 3) * 4;

export function sealKey(key: string): string {
  const sealed = Buffer.alloc(SIFT_BYTES + HASH_BYTES);
  sealed.writeUIntBE(siftOf(key), 0, SIFT_BYTES);
  sealed.write(hashOf(key), SIFT_BYTES, 'base64');
  return sealed.toString('base64');
}

/** The same for keys that are known as hashes alone. */
export function createSealedTable(): Omit<KeyTable, 'add'> & { add(sealed: string, term: number): void } {
  const sift = new Uint8Array(2 ** SIFT_BITS / 8);
  const terms = new Map<string, number>();
  return {
    add(sealed, term) {
      const bits = Buffer.from(sealed, 'base64').readUIntBE(0, SIFT_BYTES);
      sift[bits >> 3] = (sift[bits >> 3] ?? 0) | (1 << (bits & 7));
      const rest = sealed.slice((SIFT_BYTES / 3) * 4);
      if (!terms.has(rest)) terms.set(rest, term);
    },
    find(kind, word) {
      const bits = siftOf(kind, word);
      return ((sift[bits >> 3] ?? 0) >> (bits & 7)) & 1 ? terms.get(hashOf(kind + word)) : undefined;
    },
  };
}

function siftOf(kind: string, word = ''): number {
  return quickHash(0x1b87_3593, kind, word) >>> (32 - SIFT_BITS);
}

function hashOf(key: string): string {
  return Buffer.from(hash('sha256', `vesper refused ${key}`, 'buffer')).toString('base64', 0, HASH_BYTES);
}
