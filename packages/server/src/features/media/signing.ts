import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an address may be used for: the film itself, its picture, a short clip of it, its pictures for seeking. */
export type MediaPurpose = 'video' | 'thumbnail' | 'preview' | 'storyboard';

export interface SignedAddress {
  /** Path on our own host. */
  path: string;
  expiresAt: Date;
}

export type Verdict = 'valid' | 'expired' | 'forged';

const SIGNATURE_BYTES = 18;

/**
 * Addresses of the form `/media/{purpose}/{videoId}/{expires}/{signature}/{purpose}.{extension}`: `expires` in
 * seconds since 1970, the signature an HMAC-SHA-256 over purpose, video and expiry, cut to 18 bytes, base64url.
 * The last name is for people and players only.
 */
export function createMediaSigner(key: Buffer) {
  function signature(purpose: string, videoId: string, expires: string): Buffer {
    return createHmac('sha256', key)
      .update(['media', purpose, videoId, expires].join('\n'))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  }
  return {
    sign(purpose: MediaPurpose, videoId: string, expiresAt: Date, extension: string): SignedAddress {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const signed = signature(purpose, videoId, expires).toString('base64url');
      return {
        path: `/media/${purpose}/${encodeURIComponent(videoId)}/${expires}/${signed}/${purpose}.${extension}`,
        expiresAt,
      };
    },
    verify(
      given: { purpose: string; videoId: string; expires: string; signature: string },
      now: Date,
    ): Verdict {
      if (!/^[0-9]{1,12}$/.test(given.expires)) return 'forged';
      const expected = signature(given.purpose, given.videoId, given.expires);
      const actual = Buffer.from(given.signature, 'base64url');
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged';
      // One spelling a signature: base64url would else allow stray characters.
      if (actual.toString('base64url') !== given.signature) return 'forged';
      return Number(given.expires) * 1000 > now.getTime() ? 'valid' : 'expired';
    },
  };
}

export type MediaSigner = ReturnType<typeof createMediaSigner>;

/**
 * An expiry that many requests share, so that an address in a page stays the same, and stays cached, for a
 * while: at least `lifeSeconds` from now, rounded up to a multiple of `stepSeconds`.
 */
export function sharedExpiry(now: Date, lifeSeconds: number, stepSeconds: number): Date {
  const seconds = now.getTime() / 1000 + lifeSeconds;
  return new Date(Math.ceil(seconds / stepSeconds) * stepSeconds * 1000);
}
