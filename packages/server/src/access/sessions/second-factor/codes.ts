import { Secret, TOTP } from 'otpauth';
import { randomGroups } from '../password-hash.ts';
import { sha256 } from '../session-token.ts';

/** RFC 6238 as apps implement it: SHA-1, six digits, steps of 30 seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 };
/** A code is valid one step before and after its own: clocks differ, and people type slowly. */
const WINDOW = 1;

/** 160 random bits, as RFC 4226 recommends. */
export function newSecret(): Uint8Array {
  return new Secret({ size: 20 }).bytes;
}

/** The secret in base32, to type, and as the address of a QR code. */
export function offerOf(
  secret: Uint8Array,
  { issuer, username }: { issuer: string; username: string },
): { secret: string; uri: string } {
  // Apps split the label at the colon.
  const totp = totpOf(secret, { issuer: issuer.replaceAll(':', ' '), label: username });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a code, near the current one; undefined for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  // The library compares bytes, and throws if there are more of them than characters.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...SHAPE, ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}

/** Ten codes of 79 random bits each, in groups for readability: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => randomGroups(4, 4));
}

/** What is stored of a code: reveals neither the code nor whether two accounts share one. */
export function hashOfRecoveryCode(administratorId: string, code: string): Buffer {
  return sha256(`${administratorId} ${code.replaceAll('-', '')}`);
}
