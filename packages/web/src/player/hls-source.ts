import Hls, { type ErrorData, Events } from 'hls.js';
import { renditionsOf, type VideoRenditions } from './video-renditions.ts';

interface HlsSourceOptions {
  element: HTMLVideoElement;
  url: string;
  /** Told when the stream cannot be played any further. */
  onFailure: () => void;
}

/** Plays a stream through hls.js and offers its qualities to the controls. Answers how to end it. */
export function playHls({ element, url, onFailure }: HlsSourceOptions): () => void {
  // The policy allows no worker from a blob address.
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true });
  const renditions = renditionsOf(element);
  const choose = () => {
    hls.nextLevel = renditions.selectedIndex;
  };
  renditions.addEventListener('change', choose);
  hls.on(Events.MANIFEST_PARSED, () => offer(hls, renditions));
  hls.on(Events.ERROR, failOrRecover(hls, onFailure));
  hls.loadSource(url);
  hls.attachMedia(element);
  return () => {
    renditions.removeEventListener('change', choose);
    renditions.replace([]);
    hls.destroy();
  };
}

function offer(hls: Hls, renditions: VideoRenditions): void {
  renditions.replace(
    hls.levels.map(({ width, height, bitrate }, index) => ({ id: String(index), width, height, bitrate })),
  );
}

/** A decoder that stumbles gets one more chance; everything else that is fatal is the end. */
function failOrRecover(hls: Hls, onFailure: () => void): (event: string, data: ErrorData) => void {
  let hasRecovered = false;
  return (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === 'mediaError' && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
    } else {
      onFailure();
    }
  };
}
