import { Secret, TOTP } from 'otpauth';
import { randomGroups } from '../password-hash.ts';
import { sha256 } from '../session-token.ts';

/** RFC 6238 as apps implement it: SHA-1, six digits, steps of 30 seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Clocks differ, and people type slowly. */
const WINDOW = 1;

/** 160 random bits, as RFC 4226 recommends. */
export function newSecret(): Uint8Array {
  return new Secret({ size: 20 }).bytes;
}

export function offerOf(
  secret: Uint8Array,
  { issuer, username }: { issuer: string; username: string },
): { secret: string; uri: string } {
  // Apps split the label at the colon.
  const totp = totpOf(secret, { issuer: issuer.replaceAll(':', ' '), label: username });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Undefined for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  // The library throws for more bytes than characters.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...SHAPE, ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}

/** 79 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => randomGroups(4, 4));
}

/** Salted with the account, to hide that two accounts share a code. */
export function hashOfRecoveryCode(administratorId: string, code: string): Buffer {
  return sha256(`${administratorId} ${code.replaceAll('-', '')}`);
}
