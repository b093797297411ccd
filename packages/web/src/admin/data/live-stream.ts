import { LIVE_BEAT_MS, LIVE_EVENTS, LIVE_EVENTS_PATH } from '@vesper/contract';

/** A message from the stream, also passed between tabs. */
export type LiveMessage =
  /** The stream has just started; earlier changes were missed. */
  { kind: 'ready' } | { kind: 'changes'; paths: string[] } | { kind: 'beat' } | { kind: 'broken' };

/** Without a message for this long the stream counts as dead, even if the connection looks open. */
export const SILENCE_MS = 2.5 * LIVE_BEAT_MS;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** Reconnects after each break, until aborted. */
async function followStream(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    await readStream((message) => {
      if (message.kind === 'ready') retryMs = FIRST_RETRY_MS;
      tell(message);
    }, signal);
    tell({ kind: 'broken' });
    await pause(retryMs, signal);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }
}

/** Resolves once the stream closes, fails, times out or is aborted. */
function readStream(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(LIVE_EVENTS_PATH);
    let silence: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', end);
      source.close();
      resolve();
    };
    const hear = (message: LiveMessage) => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
      tell(message);
    };
    silence = setTimeout(end, SILENCE_MS);
    signal.addEventListener('abort', end);
    // Browsers do not reconnect after an error status, so we always reconnect ourselves.
    source.onerror = end;
    source.addEventListener(LIVE_EVENTS.ready, () => hear({ kind: 'ready' }));
    source.addEventListener(LIVE_EVENTS.beat, () => hear({ kind: 'beat' }));
    source.addEventListener(LIVE_EVENTS.changes, ({ data }: MessageEvent<string>) => {
      hear({ kind: 'changes', paths: (JSON.parse(data) as { paths: string[] }).paths });
    });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

const NAME = 'vesper-live';

/** One stream for all tabs, as browsers limit connections per host: the tab with the lock passes messages on. */
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
  const update = () => {
    leaving.abort();
    if (document.hidden) return;
    leaving = new AbortController();
    const { signal: left } = leaving;
    void followStream((message) => !left.aborted && hear(message), AbortSignal.any([signal, left]));
  };
  document.addEventListener('visibilitychange', update, { signal });
  update();
}
