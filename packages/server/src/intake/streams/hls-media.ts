import { SourceError } from '../../kernel/lib/outbound/source-error.ts';
import { attributesOf, countOf, hlsLines } from './hls-lines.ts';
import {
  type ByteRange,
  brokenPlaylistError,
  liveError,
  MOST_SEGMENTS,
  protectedError,
  type Segment,
  type SegmentKey,
  segmentAddress,
  type Track,
  tooManySegmentsError,
} from './stream-plan.ts';

/** So much of a film may be declared missing. */
const MOST_MISSING = 0.05;

interface Reading {
  url: string;
  tracks: Track[];
  count: number;
  /** The number of the next segment: its initialization vector, where none is given. */
  sequence: number;
  keys: KeyState;
  init: Segment | undefined;
  /** Where the last range ended, which the next may continue without saying so. */
  lastEnd: { url: string; end: number } | undefined;
  isFinished: boolean;
  heldSeconds: number;
  missingSeconds: number;
  next: NextSegment;
}

/** What tags say of the segment whose address follows. */
interface NextSegment {
  seconds: number;
  range: string | undefined;
  isGap: boolean;
}

const NOTHING_SAID: NextSegment = { seconds: 0, range: undefined, isGap: false };

/**
 * The segments of a media playlist (RFC 8216, section 4.3.3), a track for each part between discontinuities. Throws
 * SourceError for a live or protected stream, and for a list out of bounds. Not by a library: m3u8-parser 7 hangs on a
 * long line of commas, and hls-parser 0.16 takes quadratic time and keeps only the last of several keys of a segment.
 */
export function readMedia(text: string, url: string): Track[] {
  const reading: Reading = {
    url,
    tracks: [],
    count: 0,
    sequence: 0,
    keys: { isOpen: false, usable: undefined, scheme: undefined },
    init: undefined,
    lastEnd: undefined,
    isFinished: false,
    heldSeconds: 0,
    missingSeconds: 0,
    next: NOTHING_SAID,
  };
  for (const line of hlsLines(text)) {
    if ('address' in line) takeSegment(reading, line.address);
    else readTag(reading, line.tag, line.value);
  }
  if (!reading.isFinished) throw liveError();
  if (reading.missingSeconds > MOST_MISSING * (reading.heldSeconds + reading.missingSeconds))
    throw brokenPlaylistError('The playlist says that parts of the film are missing.');
  return reading.tracks.filter(({ segments }) => segments.length > 0);
}

const TAGS: Record<string, (reading: Reading, value: string) => void> = {
  EXTINF: (reading, value) => say(reading, { seconds: secondsOf(value) }),
  'EXT-X-BYTERANGE': (reading, value) => say(reading, { range: value }),
  'EXT-X-GAP': (reading) => say(reading, { isGap: true }),
  'EXT-X-DISCONTINUITY': beginTrack,
  'EXT-X-MEDIA-SEQUENCE': (reading, value) => {
    reading.sequence = countOf(value) ?? 0;
  },
  'EXT-X-KEY': (reading, value) => {
    reading.keys = nextKeyState(reading.keys, attributesOf(value), reading.url);
  },
  'EXT-X-MAP': takeInit,
  // Without an end, but of a kind that never changes: section 4.3.3.5.
  'EXT-X-PLAYLIST-TYPE': (reading, value) => {
    reading.isFinished ||= value === 'VOD';
  },
  'EXT-X-ENDLIST': (reading) => {
    reading.isFinished = true;
  },
  'EXT-X-STREAM-INF': () => {
    throw brokenPlaylistError('The playlist leads to a further list of renditions, not to segments.');
  },
  'EXT-X-I-FRAMES-ONLY': () => {
    throw brokenPlaylistError('The playlist has single pictures only.');
  },
};

function readTag(reading: Reading, tag: string, value: string): void {
  if (Object.hasOwn(TAGS, tag)) TAGS[tag]?.(reading, value);
}

function say(reading: Reading, said: Partial<NextSegment>): void {
  reading.next = { ...reading.next, ...said };
}

function beginTrack(reading: Reading): void {
  reading.tracks.push({ init: reading.init, segments: [] });
}

/** Another header makes another file. */
function takeInit(reading: Reading, value: string): void {
  const attributes = attributesOf(value);
  const address = attributes.get('URI');
  if (!address) throw brokenPlaylistError('The playlist has an EXT-X-MAP without an address.');
  const url = segmentAddress(address, reading.url);
  const range = attributes.has('BYTERANGE') ? rangeOf(attributes.get('BYTERANGE') ?? '', 0) : undefined;
  const same = reading.init?.url === url && reading.init.range?.offset === range?.offset;
  if (same) return;
  reading.init = { url, range, key: keyFor(reading.keys, reading.sequence), durationSeconds: 0 };
  beginTrack(reading);
}

function takeSegment(reading: Reading, address: string): void {
  const { seconds, range: stated, isGap } = reading.next;
  const sequence = reading.sequence;
  reading.next = NOTHING_SAID;
  reading.sequence += 1;
  reading.count += 1;
  reading.keys = { ...reading.keys, isOpen: false };
  if (reading.count > MOST_SEGMENTS) throw tooManySegmentsError();
  if (isGap) {
    reading.missingSeconds += seconds;
    beginTrack(reading);
    return;
  }
  reading.heldSeconds += seconds;
  const url = segmentAddress(address, reading.url);
  const range = stated === undefined ? undefined : rangeOf(stated, startOf(reading, url));
  reading.lastEnd = range && { url, end: range.offset + range.length };
  if (reading.tracks.length === 0) beginTrack(reading);
  const key = keyFor(reading.keys, sequence);
  reading.tracks.at(-1)?.segments.push({ url, range, key, durationSeconds: seconds });
}

function startOf({ lastEnd }: Reading, url: string): number | undefined {
  return lastEnd?.url === url ? lastEnd.end : undefined;
}

/** "75232@0": so many bytes from there, or from where the range before ended. */
function rangeOf(text: string, start: number | undefined): ByteRange {
  const [length, offset = start] = text.split('@').map((part) => countOf(part));
  if (length === undefined || length === 0 || offset === undefined)
    throw new SourceError(
      'not_video',
      `The playlist has a byte range that cannot be read ("${text.slice(0, 60)}").`,
    );
  return { offset, length };
}

function secondsOf(value: string): number {
  const seconds = Number.parseFloat(value);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

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
