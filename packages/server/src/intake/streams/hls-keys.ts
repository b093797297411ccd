import { segmentAddress } from './segment-address.ts';
import { brokenPlaylistError, protectedError, type SegmentKey } from './stream-plan.ts';

/** What the EXT-X-KEY tags so far say of the segments that follow. */
export interface KeyState {
  /** While true the last key tag may be followed by others for the same segments, in other formats. */
  isOpen: boolean;
  usable: { url: string; iv: Buffer | undefined } | undefined;
  /** What protects the segments, if nothing usable does. */
  scheme: string | undefined;
}

/**
 * After one more EXT-X-KEY tag (RFC 8216, section 4.3.2.4). Only AES-128 with a key that is plainly fetched can be
 * used; where the same segments have keys in several formats, one usable is enough.
 */
export function nextKeyState(
  before: KeyState,
  attributes: ReadonlyMap<string, string>,
  base: string,
): KeyState {
  const method = attributes.get('METHOD') ?? '';
  if (method === 'NONE') return { isOpen: false, usable: undefined, scheme: undefined };
  const usable = before.isOpen ? before.usable : undefined;
  const format = attributes.get('KEYFORMAT') ?? 'identity';
  if (method !== 'AES-128' || format !== 'identity') {
    const scheme = method === 'AES-128' ? format : method || 'unknown';
    return { isOpen: true, usable, scheme: usable ? undefined : scheme };
  }
  const address = attributes.get('URI');
  if (!address) throw brokenPlaylistError('The playlist names no address of its key.');
  const url = segmentAddress(address, base);
  return { isOpen: true, usable: { url, iv: ivOf(attributes.get('IV')) }, scheme: undefined };
}

/** The key of a segment with this number; undefined if it is not encrypted. Throws SourceError if it is protected. */
export function keyFor({ usable, scheme }: KeyState, sequence: number): SegmentKey | undefined {
  if (scheme !== undefined) throw protectedError(scheme);
  return usable && { url: usable.url, iv: usable.iv ?? ivOfSequence(sequence) };
}

function ivOf(text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined;
  const digits = /^0x([0-9a-f]{1,32})$/i.exec(text.trim())?.[1];
  if (!digits) throw brokenPlaylistError('The playlist has an initialization vector that cannot be read.');
  return Buffer.from(digits.padStart(32, '0'), 'hex');
}

/** Section 5.2: the number of the segment, as 128 bits. */
function ivOfSequence(sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  return iv;
}
