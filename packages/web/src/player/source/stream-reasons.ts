import type { Video } from '@vesper/contract';
import type { Rendition } from './video-renditions.ts';

/**
 * Whether our script can play the stream. It fetches by itself, which the policy allows only for our own site: other
 * streams are for browsers that play them unaided.
 */
export function canStream(hlsUrl: string): boolean {
  const isOwn =
    URL.canParse(hlsUrl, location.href) && new URL(hlsUrl, location.href).origin === location.origin;
  return isOwn && 'MediaSource' in window;
}

/** What some browsers know of the line (Network Information API). */
interface Line {
  saveData?: boolean;
  /** From `slow-2g` to `4g`, by what was measured of late. */
  effectiveType?: string;
}

/** Whether the visitor asks to save data, or the browser has measured a line that is too slow for most films. */
export function isOnSlowLine({ connection = {} }: { connection?: Line } = navigator as object): boolean {
  return connection.saveData === true || (connection.effectiveType ?? '4g') !== '4g';
}

/** Whether the player shows at most a ninth of the film's pixels, as of a large film in a small window. */
export function isLargerThanShown(
  { width, height }: Pick<Video, 'width' | 'height'>,
  { clientWidth, clientHeight }: Pick<Element, 'clientWidth' | 'clientHeight'>,
): boolean {
  const least = 3 * devicePixelRatio;
  return Number(width) >= clientWidth * least && Number(height) >= clientHeight * least;
}

/** The qualities that a stream's master playlist names, the lowest first (RFC 8216, section 4.3.4.2). */
export async function readQualities(hlsUrl: string, signal: AbortSignal): Promise<Rendition[]> {
  const response = await fetch(hlsUrl, { signal });
  if (!response.ok) throw new Error(`The stream's list answers ${response.status}.`);
  return qualitiesIn(await response.text());
}

const STREAM = /^#EXT-X-STREAM-INF(?=.*[:,]BANDWIDTH=(\d+))(?=.*[:,]RESOLUTION=(\d+)x(\d+))/gm;

export function qualitiesIn(playlist: string): Rendition[] {
  return [...playlist.matchAll(STREAM)]
    .map(([, bitrate, width, height]) => ({
      bitrate: Number(bitrate),
      width: Number(width),
      height: Number(height),
    }))
    .toSorted((one, other) => one.bitrate - other.bitrate)
    .map((quality, index) => ({ id: String(index), ...quality }));
}
