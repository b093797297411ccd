import type { Video } from '@vesper/contract';
import type { Rendition } from './video-renditions.ts';

/** Our script fetches it, which the policy allows for our own site only. */
export function canStream(hlsUrl: string): boolean {
  const isOwn =
    URL.canParse(hlsUrl, location.href) && new URL(hlsUrl, location.href).origin === location.origin;
  return isOwn && 'MediaSource' in window;
}

/** Network Information API, which some browsers have. */
interface Line {
  saveData?: boolean;
  /** From `slow-2g` to `4g`. */
  effectiveType?: string;
}

/** Also if the visitor asks to save data. */
export function isOnSlowLine({ connection = {} }: { connection?: Line } = navigator as object): boolean {
  return connection.saveData === true || (connection.effectiveType ?? '4g') !== '4g';
}

/** The player shows at most a ninth of the film's pixels. */
export function isLargerThanShown(
  { width, height }: Pick<Video, 'width' | 'height'>,
  { clientWidth, clientHeight }: Pick<Element, 'clientWidth' | 'clientHeight'>,
): boolean {
  const least = 3 * devicePixelRatio;
  return Number(width) >= clientWidth * least && Number(height) >= clientHeight * least;
}

/** From the master playlist, the lowest first (RFC 8216, section 4.3.4.2). */
export async function readQualities(hlsUrl: string, signal: AbortSignal): Promise<Rendition[]> {
  const response = await fetch(hlsUrl, { signal });
  if (!response.ok) throw new Error(`The stream's playlist answered ${response.status}.`);
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
