import { LIVE_BEAT_MS, LIVE_EVENTS, LIVE_EVENTS_PATH } from '@vesper/contract';

/** What a stream says, also from one tab to the others. */
export type LiveMessage =
  /** It has just begun: whatever changed before was missed. */
  { kind: 'ready' } | { kind: 'changes'; paths: string[] } | { kind: 'beat' } | { kind: 'broken' };

/** Without a sign of life for so long the stream is dead, whatever the connection says. */
export const SILENCE_MS = 2.5 * LIVE_BEAT_MS;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** Keeps a stream of changes open, and opens it anew after each break, until the signal comes. */
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

/** Reads one stream to its end: closed by the server, cut, silent, or no longer wanted. */
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
    // The browser would try again by itself, but never after a refusal; here both are the same.
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
