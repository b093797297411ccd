import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
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

/** The share of a film that may be declared missing. */
const MOST_MISSING = 0.05;

interface Reading {
  url: string;
  tracks: Track[];
  count: number;
  /** The next segment's number: the default initialization vector. */
  sequence: number;
  keys: KeyState;
  init: Segment | undefined;
  /** Where the last range ended: the next may continue there implicitly. */
  lastEnd: { url: string; end: number } | undefined;
  isFinished: boolean;
  heldSeconds: number;
  missingSeconds: number;
  next: NextSegment;
}

interface NextSegment {
  seconds: number;
  range: string | undefined;
  isGap: boolean;
}

const NOTHING_SAID: NextSegment = { seconds: 0, range: undefined, isGap: false };

/**
 * One track per part between discontinuities (RFC 8216, section 4.3.3). Throws SourceError for live, protected or
 * oversized streams. No library: m3u8-parser 7 hangs on a long line of commas; hls-parser 0.16 takes quadratic time
 * and keeps only the last of several keys.
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
  // VOD without an end tag never changes: section 4.3.3.5.
  'EXT-X-PLAYLIST-TYPE': (reading, value) => {
    reading.isFinished ||= value === 'VOD';
  },
  'EXT-X-ENDLIST': (reading) => {
    reading.isFinished = true;
  },
  'EXT-X-STREAM-INF': () => {
    throw brokenPlaylistError('The playlist leads to another list of renditions, not to segments.');
  },
  'EXT-X-I-FRAMES-ONLY': () => {
    throw brokenPlaylistError('The playlist has only still pictures.');
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

/** "75232@0": length and offset, or from the end of the range before. */
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

/** From the EXT-X-KEY tags so far, for the segments that follow. */
export interface KeyState {
  /** Further key tags may follow for the same segments, in other formats. */
  isOpen: boolean;
  usable: { url: string; iv: Buffer | undefined } | undefined;
  /** What protects the segments without a usable key. */
  scheme: string | undefined;
}

/** RFC 8216, section 4.3.2.4. Only AES-128 with a plainly fetched key is usable; one such format is enough. */
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
  if (!address) throw brokenPlaylistError('The playlist has no address for its key.');
  const url = segmentAddress(address, base);
  return { isOpen: true, usable: { url, iv: ivOf(attributes.get('IV')) }, scheme: undefined };
}

/** Undefined if not encrypted. Throws SourceError if protected. */
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

/** Section 5.2: the segment's number as 128 bits. */
function ivOfSequence(sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  return iv;
}
