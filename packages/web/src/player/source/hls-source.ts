import Hls, { type ErrorData, Events, type LoadPolicy } from 'hls.js';
import { renditionsOf, type VideoRenditions } from './video-renditions.ts';

interface HlsSourceOptions {
  element: HTMLVideoElement;
  url: string;
  /** The server says that the address has expired; answer with `moveTo`. */
  onExpired: () => void;
  onFailure: () => void;
}

export interface PlayedStream {
  /** Continues at another address; the previous one stays valid for this long. */
  moveTo: (url: string, stillGoodForMs: number) => void;
  end: () => void;
}

/** At growing intervals of up to 8 seconds: enough for two renewals. */
const EXPIRED_TRIES = 10;

export function playHls({ element, url, onExpired, onFailure }: HlsSourceOptions): PlayedStream {
  let address = url;
  const hls = new Hls({
    startPosition: element.currentTime || -1,
    // The policy forbids workers from blob URLs.
    enableWorker: false,
    capLevelToPlayerSize: true,
    xhrSetup: (request, asked) => request.open('GET', besides(address, asked)),
    ...patientPolicies(onExpired),
  });
  const renditions = renditionsOf(element);
  const choose = () => {
    hls.nextLevel = renditions.selectedIndex;
  };
  renditions.addEventListener('change', choose);
  hls.on(Events.MANIFEST_PARSED, () => {
    offer(hls, renditions);
    if (renditions.selectedIndex >= 0) hls.startLevel = renditions.selectedIndex;
    choose();
  });
  hls.on(Events.ERROR, failOrRecover(hls, onFailure));
  hls.loadSource(url);
  hls.attachMedia(element);
  return {
    moveTo: (next) => {
      address = next;
    },
    end: () => {
      renditions.removeEventListener('change', choose);
      renditions.replace([]);
      hls.destroy();
    },
  };
}

/** All files are beside the master playlist, so that one signed address yields the others. */
function besides(address: string, file: string): string {
  return new URL(file.slice(file.lastIndexOf('/') + 1), new URL(address, location.href)).href;
}

/** hls.js does not retry a 403, but an expired address is worth a retry. */
function patientPolicies(onExpired: () => void) {
  const patient = ({ default: loading }: LoadPolicy): LoadPolicy => ({
    default: {
      ...loading,
      errorRetry: loading.errorRetry && {
        ...loading.errorRetry,
        shouldRetry: (_config, count, _isTimeout, response, wouldRetry) => {
          if (response?.code !== 403 || count >= EXPIRED_TRIES) return wouldRetry;
          onExpired();
          return true;
        },
      },
    },
  });
  const { manifestLoadPolicy, playlistLoadPolicy, fragLoadPolicy } = Hls.DefaultConfig;
  return {
    manifestLoadPolicy: patient(manifestLoadPolicy),
    playlistLoadPolicy: patient(playlistLoadPolicy),
    fragLoadPolicy: patient(fragLoadPolicy),
  };
}

function offer(hls: Hls, renditions: VideoRenditions): void {
  renditions.replace(
    hls.levels.map(({ width, height, bitrate }, index) => ({ id: String(index), width, height, bitrate })),
  );
}

/** A decoder error gets one more chance; any other fatal error ends playback. */
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
