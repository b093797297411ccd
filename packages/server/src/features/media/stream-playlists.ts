import { FILE_NAMES } from './file-names.ts';
import type { Fragments, Segment } from './fragments.ts';

/** Playlists as RFC 8216 has them; version 7 is the first for fragmented mp4 without the word EXT-X-I-FRAMES-ONLY. */
const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
const SOUND_GROUP = 'audio';
/** Which rendition players begin with, before they know the connection: it stands first. */
const FIRST_RUNG = 480;

export interface PictureStreamMade {
  rung: number;
  width: number;
  height: number;
  frameRate: number;
  fragments: Fragments;
}

/** The playlist of one stream, all of whose segments are parts of the file `name` beside it. */
export function mediaPlaylist(name: string, { initBytes, segments }: Fragments): string {
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  return lines([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${name}",BYTERANGE="${initBytes}@0"`,
    ...segments.flatMap(({ seconds, bytes, offset }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${offset}`,
      name,
    ]),
    '#EXT-X-ENDLIST',
  ]);
}

/** The playlist of all streams of a film, from the rendition that players begin with to the highest. */
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

/** The first one is what players start with; the others follow from the lowest to the highest. */
function inOrder(pictures: readonly PictureStreamMade[]): PictureStreamMade[] {
  const sorted = [...pictures].sort((a, b) => a.rung - b.rung);
  const first = sorted.findLast(({ rung }) => rung <= FIRST_RUNG) ?? sorted[0];
  return first ? [first, ...sorted.filter((one) => one !== first)] : [];
}

/**
 * Bits a second of the heaviest stretch (RFC 8216, section 4.3.4.2): a segment, or several that last together half as
 * long as the longest, so that a last one of a frame or two says nothing.
 */
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
