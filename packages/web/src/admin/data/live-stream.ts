import { LIVE_BEAT_MS, LIVE_EVENTS, LIVE_EVENTS_PATH } from '@vesper/contract';

/** A message of the stream, as tabs also pass it to each other. */
export type LiveMessage =
  /** It has just started; earlier changes were missed. */
  { kind: 'ready' } | { kind: 'changes'; paths: string[] } | { kind: 'beat' } | { kind: 'broken' };

/** After this long without a message the stream counts as dead, even if the connection looks open. */
export const SILENCE_MS = 2.5 * LIVE_BEAT_MS;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** Keeps a stream of changes open, reconnecting after each break, until aborted. */
export async function followStream(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
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

/** Reads one stream until the server closes it, it breaks, falls silent, or is aborted. */
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
    // The browser retries by itself, but never after a refusal. We retry after both.
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
