import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';

export interface ByteRange {
  offset: number;
  length: number;
}

/** AES-128 in CBC mode (RFC 8216, section 4.3.2.4); a 16-byte initialization vector. */
export interface SegmentKey {
  url: string;
  iv: Buffer;
}

export interface Segment {
  url: string;
  /** Undefined for the whole file. */
  range: ByteRange | undefined;
  key: SegmentKey | undefined;
  /** 0 for an initialization section. */
  durationSeconds: number;
}

/** Concatenated, its segments are one file. */
export interface Track {
  /** Such as an fMP4's header. */
  init: Segment | undefined;
  segments: Segment[];
}

/** Plays without a break: up to a discontinuity, or a DASH period. */
export interface StreamPart {
  picture: Track;
  /** If separate from the picture. */
  sound: Track | undefined;
}

export const MOST_SEGMENTS = 20_000;
/** Each is an ffmpeg run. */
export const MOST_PARTS = 200;
export const LONGEST_HOURS = 24;

export function liveError(): SourceError {
  return new SourceError('not_video', 'This is a live stream. Only finished films are downloaded.');
}

export function protectedError(scheme: string): SourceError {
  const shown = scheme.replace(/[^\w .:-]/g, '').slice(0, 60);
  return new SourceError('not_video', `The stream is copy-protected (${shown}), so it is not downloaded.`);
}

export function brokenPlaylistError(sentence: string): SourceError {
  return new SourceError('not_video', sentence);
}

export function tooManySegmentsError(): SourceError {
  const most = MOST_SEGMENTS.toLocaleString('en');
  return new SourceError('too_many', `The stream has more than the ${most} segments allowed.`);
}

/** Throws SourceError if empty, or out of bounds in pieces or time. */
export function requireBounds(parts: readonly StreamPart[]): void {
  const tracks = parts.flatMap(({ picture, sound }) => (sound ? [picture, sound] : [picture]));
  const count = tracks.reduce((sum, { segments }) => sum + segments.length, 0);
  if (parts.every(({ picture }) => picture.segments.length === 0))
    throw brokenPlaylistError('The playlist has no segments.');
  // Picture and sound together.
  if (count > 2 * MOST_SEGMENTS) throw tooManySegmentsError();
  if (parts.length > MOST_PARTS)
    throw new SourceError('too_many', `The stream has more than the ${MOST_PARTS} discontinuities allowed.`);
  const seconds = parts.reduce((sum, { picture }) => sum + secondsOf(picture), 0);
  if (seconds > LONGEST_HOURS * 3600)
    throw new SourceError('too_large', `The stream is longer than the ${LONGEST_HOURS} hours allowed.`);
}

/** By the playlist. */
export function secondsOf({ segments }: Track): number {
  return segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
}

/** Twenty thousand must fit into memory. */
const MAX_ADDRESS_LENGTH = 4_000;

/** Throws SourceError unless http(s); the guarded fetch decides which hosts may be reached. */
export function segmentAddress(address: string, base: string): string {
  if (address.length > MAX_ADDRESS_LENGTH)
    throw new SourceError('bad_address', 'The playlist names an address that is too long.');
  const url = URL.parse(address.trim(), base);
  if (!url) {
    const sentence = `The playlist names "${address.slice(0, 200)}", which is not an address.`;
    throw new SourceError('bad_address', sentence);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = url.protocol.slice(0, -1);
    const sentence = `The playlist names an address that is not http or https (${scheme}), which is not fetched.`;
    throw new SourceError('bad_address', sentence);
  }
  return url.href;
}
