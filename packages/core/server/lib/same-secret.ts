import { timingSafeEqual } from 'node:crypto';

/** In constant time, except for the length. */
export function isSameSecret(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
