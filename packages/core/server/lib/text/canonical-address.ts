import { createHash } from 'node:crypto';
import { AppError, errorMessage } from '../app-error.ts';
import { SourceError } from '../outbound/source-error.ts';

export const MAX_ADDRESS_LENGTH = 2_000;

/**
 * One spelling for addresses that certainly mean the same (RFC 3986 section 6.2.2), without fragment and tracking
 * parameters. Other parameters keep their order, and trailing slashes stay: /a and /a/ may differ. Idempotent. Throws
 * SourceError `bad_address`.
 */
export function canonicalAddress(url: string): string {
  if (url.length > 4 * MAX_ADDRESS_LENGTH) throw tooLongError(url.length);
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new SourceError('bad_address', `"${url.slice(0, 200)}" is not an http or https address.`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new SourceError('bad_address', 'An address with a user name or a password in it is not accepted.');
  }
  parsed.hostname = parsed.hostname.replace(/\.+$/, '') || parsed.hostname;
  parsed.hash = '';
  parsed.pathname = normaliseEscapes(parsed.pathname);
  parsed.search = normaliseEscapes(withoutTracking(parsed.search));
  if (parsed.href.length > MAX_ADDRESS_LENGTH) throw tooLongError(parsed.href.length);
  return parsed.href;
}

/** For an operator's input. Throws AppError `bad_request`, also for the form field. */
export function acceptedAddress(url: string, field?: string): string {
  try {
    return canonicalAddress(url.trim());
  } catch (error) {
    const reason = errorMessage(error);
    throw new AppError('bad_request', reason, field === undefined ? undefined : { [field]: reason });
  }
}

/** SHA-256: the database's key. */
export function addressHash(canonical: string): Buffer {
  return createHash('sha256').update(canonical).digest();
}

/** Perhaps typed without its scheme. Throws AppError `bad_request`. */
export function typedAddressHash(typed: string): Buffer {
  return addressHash(acceptedAddress(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`));
}

export function hashOfAddress(url: string): Buffer | null {
  try {
    return addressHash(canonicalAddress(url));
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

const TRACKING_NAMES: ReadonlySet<string> = new Set([
  ...['_ga', '_gl', 'gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'srsltid'],
  ...['fbclid', 'igshid', 'igsh', 'msclkid', 'twclid', 'ttclid', 'li_fat_id', 'yclid', 'ysclid'],
  ...['mc_cid', 'mc_eid', '_hsenc', '_hsmi', 'mkt_tok', 'vero_id', 'oly_anon_id', 'oly_enc_id'],
]);

function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function isTracking(pair: string): boolean {
  const name = normaliseEscapes(pair.split('=', 1)[0] ?? '').toLowerCase();
  return name.startsWith('utm_') || TRACKING_NAMES.has(name);
}

/** Upper case, none for unreserved characters. After a stray "%" an escape stays: decoded, it could complete another. */
function normaliseEscapes(text: string): string {
  return text.replace(/(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi, (triple) => {
    const character = String.fromCharCode(Number.parseInt(triple.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : triple.toUpperCase();
  });
}

function tooLongError(length: number): SourceError {
  const sentence = `An address of ${length} characters is longer than the ${MAX_ADDRESS_LENGTH} allowed.`;
  return new SourceError('bad_address', sentence);
}
