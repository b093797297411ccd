import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { FILE_NAMES } from '../files/file-names.ts';
import type { MadeFile } from '../files/files.ts';
import { type Fragments, readFragments, type Segment } from './fragments.ts';

/** RFC 8216; version 7 is the first for fragmented mp4 without EXT-X-I-FRAMES-ONLY. */
const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
const SOUND_GROUP = 'audio';
/** Players start with the first listed rendition. */
const FIRST_RUNG = 480;

export interface PictureStreamMade {
  rung: number;
  width: number;
  height: number;
  frameRate: number;
  fragments: Fragments;
}

export interface StreamsMade {
  /** All cut at the same times. */
  pictures: readonly { rung: number; fragments: Fragments }[];
  sound: { fragments: Fragments } | undefined;
}

/** Of the playlists' format; administrators see films with an earlier one. */
export const STREAMS_VERSION = 1;

export interface Playlist {
  name: string;
  /** Its segments are byte ranges of this file. */
  file: string;
  text: string;
}

export function mediaPlaylists(streams: StreamsMade): Playlist[] {
  const { pictures, sound } = withLongEnds(streams);
  const playlists = pictures.map(({ rung, fragments }) =>
    mediaPlaylist(FILE_NAMES.renditionPlaylist(rung), FILE_NAMES.rendition(rung), fragments),
  );
  if (sound) playlists.push(mediaPlaylist(FILE_NAMES.soundPlaylist, FILE_NAMES.sound, sound.fragments));
  return playlists;
}

/** In seconds, for last segments; no sound segment begins later than this before the picture's end. */
const LEAST_LAST = 1;

/**
 * Joins a last segment that begins near the picture's end to the one before it: hls.js waits for each last segment to
 * show in the buffered ranges, which a tiny one may not, and the video hangs at its last frame.
 */
function withLongEnds({ pictures, sound }: StreamsMade): StreamsMade {
  const pictureEnd = Math.min(...pictures.map(({ fragments }) => endOf(fragments)));
  const count = countUntil(pictures[0]?.fragments, pictureEnd - LEAST_LAST);
  return {
    pictures: pictures.map((one) => ({ ...one, fragments: withJoinedEnd(one.fragments, count) })),
    sound: sound && {
      fragments: withJoinedEnd(
        sound.fragments,
        countUntil(sound.fragments, Math.min(pictureEnd, endOf(sound.fragments)) - LEAST_LAST),
      ),
    },
  };
}

function endOf({ segments }: Fragments): number {
  const last = segments.at(-1);
  return last ? last.start + last.seconds : 0;
}

function countUntil(fragments: Fragments | undefined, latest: number): number {
  return fragments?.segments.filter(({ start }) => start <= latest).length ?? 0;
}

function withJoinedEnd(fragments: Fragments, count: number): Fragments {
  const { segments } = fragments;
  const kept = segments.slice(0, Math.max(1, count));
  const joined = segments.slice(kept.length - 1);
  const sum = (of: (segment: Segment) => number) => joined.reduce((total, one) => total + of(one), 0);
  const last = kept.at(-1);
  if (!last) return fragments;
  const whole = { ...last, seconds: sum(({ seconds }) => seconds), bytes: sum(({ bytes }) => bytes) };
  return { ...fragments, segments: [...kept.slice(0, -1), whole] };
}

function mediaPlaylist(name: string, file: string, { initBytes, segments }: Fragments): Playlist {
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const text = lines([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${file}",BYTERANGE="${initBytes}@0"`,
    ...segments.flatMap(({ seconds, bytes, offset }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${offset}`,
      file,
    ]),
    '#EXT-X-ENDLIST',
  ]);
  return { name, file, text };
}

export function masterPlaylist(
  pictures: readonly PictureStreamMade[],
  sound: SoundStreamMade | undefined,
): string {
  return lines([
    ...HEAD,
    ...(sound ? [soundLine(sound)] : []),
    ...inOrder(pictures).flatMap((picture) => [
      streamLine(picture, sound?.fragments),
      FILE_NAMES.renditionPlaylist(picture.rung),
    ]),
  ]);
}

export interface SoundStreamMade {
  channels: number;
  fragments: Fragments;
}

function soundLine({ channels }: SoundStreamMade): string {
  const attributes = [
    ...['TYPE=AUDIO', `GROUP-ID="${SOUND_GROUP}"`, 'NAME="Sound"', 'DEFAULT=YES', 'AUTOSELECT=YES'],
    ...[`CHANNELS="${channels}"`, `URI="${FILE_NAMES.soundPlaylist}"`],
  ];
  return `#EXT-X-MEDIA:${attributes.join(',')}`;
}

function streamLine(
  { width, height, frameRate, fragments }: PictureStreamMade,
  sound: Fragments | undefined,
) {
  const streams = sound ? [fragments, sound] : [fragments];
  const sum = (rate: (segments: readonly Segment[]) => number) =>
    streams.reduce((total, { segments }) => total + rate(segments), 0);
  const attributes = [
    `BANDWIDTH=${Math.ceil(sum(peakRate))}`,
    `AVERAGE-BANDWIDTH=${Math.ceil(sum(averageRate))}`,
    `CODECS="${streams.map(({ codec }) => codec).join(',')}"`,
    `RESOLUTION=${width}x${height}`,
    `FRAME-RATE=${frameRate.toFixed(3)}`,
    ...(sound ? [`AUDIO="${SOUND_GROUP}"`] : []),
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(',')}`;
}

/** The first rendition for players, then from low to high. */
function inOrder(pictures: readonly PictureStreamMade[]): PictureStreamMade[] {
  const sorted = [...pictures].sort((a, b) => a.rung - b.rung);
  const first = sorted.findLast(({ rung }) => rung <= FIRST_RUNG) ?? sorted[0];
  return first ? [first, ...sorted.filter((one) => one !== first)] : [];
}

/** RFC 8216, section 4.3.4.2. Ignores segments of less than half the longest, such as a last frame. */
export function peakRate(segments: readonly Segment[]): number {
  const least = Math.max(...segments.map(({ seconds }) => seconds)) / 2;
  return Math.max(...segments.map(({ bytes, seconds }) => (seconds < least ? 0 : (bytes * 8) / seconds)));
}

export function averageRate(segments: readonly Segment[]): number {
  const bytes = segments.reduce((total, one) => total + one.bytes, 0);
  return (bytes * 8) / segments.reduce((total, { seconds }) => total + seconds, 0);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

/** Rewrites all playlists but the master, from the stored streams. Throws if these are missing or incomplete. */
export async function rewritePlaylists(
  names: readonly string[],
  open: <T>(name: string, read: (localPath: string) => Promise<T>) => Promise<T>,
  folder: string,
): Promise<MadeFile[]> {
  const rungs = names.flatMap((name) => Number(/^(\d+)p\.mp4$/.exec(name)?.[1]) || []).sort((a, b) => a - b);
  if (rungs.length === 0) throw new AppError('gone', 'The video has no streams.');
  const pictures: { rung: number; fragments: Fragments }[] = [];
  for (const rung of rungs)
    pictures.push({ rung, fragments: await open(FILE_NAMES.rendition(rung), readFragments) });
  const sound = names.includes(FILE_NAMES.sound)
    ? { fragments: await open(FILE_NAMES.sound, readFragments) }
    : undefined;
  const files: MadeFile[] = [];
  for (const { name, text } of mediaPlaylists({ pictures, sound })) {
    await writeFile(path.join(folder, name), text);
    files.push({ localPath: path.join(folder, name), purpose: 'play', name });
  }
  return files;
}
