import { createHmac } from 'node:crypto';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { isSameSecret } from '@vesper/core/lib/same-secret.ts';

const SIGNATURE_BYTES = 12;
/** Faster than a person. */
const YOUNGEST_MS = 3000;
const OLDEST_MS = 24 * 3600 * 1000;

/**
 * `seconds.signature`: proves that a form was opened a while ago. Pages are cached, so many notices may share a
 * proof: it only affects the order of the desk.
 */
export function createFormProofs(key: Buffer, clock: Clock) {
  const sign = (seconds: string) =>
    createHmac('sha256', key).update(seconds).digest().subarray(0, SIGNATURE_BYTES);
  return {
    make(): string {
      const seconds = Math.floor(clock.now().getTime() / 1000).toString(36);
      return `${seconds}.${sign(seconds).toString('base64url')}`;
    },
    isFresh(proof: unknown): boolean {
      const [seconds = '', signature = ''] = String(proof ?? '').split('.');
      if (!isSameSecret(Buffer.from(signature, 'base64url'), sign(seconds))) return false;
      const ageMs = clock.now().getTime() - Number.parseInt(seconds, 36) * 1000;
      return ageMs >= YOUNGEST_MS && ageMs <= OLDEST_MS;
    },
  };
}

export type FormProofs = ReturnType<typeof createFormProofs>;
