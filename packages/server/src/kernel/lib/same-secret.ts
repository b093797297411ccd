import { timingSafeEqual } from 'node:crypto';

/** Compares as long whatever differs, so that time betrays nothing but the length. */
export function isSameSecret(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
