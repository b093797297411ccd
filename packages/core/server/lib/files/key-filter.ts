import { hash, randomBytes } from 'node:crypto';

export interface KeyFilter {
  add(key: string): void;
  /** Never false for what was added; rarely true for others, which differ by filter. */
  has(key: string): boolean;
}

const BITS_EACH = 16;
const PLACES = 6;
const LEAST_BITS = 1024;
const MOST_BITS = 2 ** 32;

/** A Bloom filter of two bytes per text: about one false positive in a thousand. */
export function createKeyFilter(expected: number): KeyFilter {
  const bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, expected * BITS_EACH));
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  const salt = randomBytes(12).toString('base64');
  function placesOf(key: string): number[] {
    const digest = hash('sha256', salt + key, 'buffer');
    return Array.from({ length: PLACES }, (_, index) => digest.readUInt32LE(index * 4) % bits);
  }
  return {
    add(key) {
      for (const place of placesOf(key)) bytes[Math.floor(place / 8)] = byteAt(place) | (1 << (place & 7));
    },
    has: (key) => placesOf(key).every((place) => byteAt(place) & (1 << (place & 7))),
  };
  function byteAt(place: number): number {
    return bytes[Math.floor(place / 8)] ?? 0;
  }
}
