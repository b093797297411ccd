import { followStream, type LiveMessage } from './live-stream.ts';

const NAME = 'vesper-live';

/**
 * Hears of changes by one stream for all tabs of this browser: it has few connections to a host, and each stream
 * holds one. The tab that has the lock has the stream and passes on what it hears; when it goes, another gets the
 * lock. Ends with the signal.
 */
export function hearChanges(hear: (message: LiveMessage) => void, signal: AbortSignal): void {
  // Locks are there over https and on this very machine only.
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

/** A tab that nobody looks at gives its connection back, and asks everything anew when it is looked at again. */
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
