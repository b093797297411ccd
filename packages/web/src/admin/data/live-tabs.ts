import { followStream, type LiveMessage } from './live-stream.ts';

const NAME = 'vesper-live';

/**
 * Receives changes over one stream for all tabs of this browser, since a browser opens few connections to a host. The
 * tab that holds the lock has the stream and passes messages on; when it closes, another takes the lock.
 */
export function hearChanges(hear: (message: LiveMessage) => void, signal: AbortSignal): void {
  // Browsers offer locks over https and on localhost only.
  if (navigator.locks) shareStream(navigator.locks, hear, signal);
  else followWhileSeen(hear, signal);
}

function shareStream(locks: LockManager, hear: (message: LiveMessage) => void, signal: AbortSignal): void {
  const tabs = new BroadcastChannel(NAME);
  let isLive = false;
  const tell = (message: LiveMessage) => {
    if (signal.aborted) return;
    isLive = message.kind !== 'broken';
    tabs.postMessage(message);
    hear(message);
  };
  tabs.onmessage = ({ data }: MessageEvent<LiveMessage | { kind: 'asking' }>) => {
    if (data.kind !== 'asking') hear(data);
    else if (isLive) tabs.postMessage({ kind: 'beat' } satisfies LiveMessage);
  };
  tabs.postMessage({ kind: 'asking' });
  const stopped = () => tabs.close();
  locks.request(NAME, { signal }, () => followStream(tell, signal)).then(stopped, stopped);
}

/** A hidden tab releases its connection and refetches everything once it is visible again. */
function followWhileSeen(hear: (message: LiveMessage) => void, signal: AbortSignal): void {
  let leaving = new AbortController();
  const look = () => {
    leaving.abort();
    if (document.hidden) return;
    leaving = new AbortController();
    const { signal: left } = leaving;
    void followStream((message) => !left.aborted && hear(message), AbortSignal.any([signal, left]));
  };
  document.addEventListener('visibilitychange', look, { signal });
  look();
}
