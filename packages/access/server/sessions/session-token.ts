import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits for a browser's cookie; only their hash is stored. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

export function hashOfToken(token: string | undefined): Buffer | undefined {
  return token !== undefined && TOKEN.test(token) ? sha256(token) : undefined;
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
