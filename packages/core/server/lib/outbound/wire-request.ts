import type { Agent, Dispatcher } from 'undici';

export interface WireRequest {
  url: URL;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Record<string, string>;
  body?: string | undefined;
  /** Pending operations reject with its reason. */
  signal: AbortSignal;
}

export interface WireResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: WireBody;
}

/** If not read, it must be destroyed. */
export interface WireBody {
  /** Undefined after the last. Rejects if the connection fails, after all that arrived before. */
  next(): Promise<Uint8Array | undefined>;
  /** Closes the connection, unless everything has arrived. */
  destroy(): void;
}

const HIGH_WATER_BYTES = 64 * 1024;

/** Follows no redirects. undici's own body stream drops its buffer when a connection breaks; this one delivers it first. */
export function sendRequest(
  agent: Agent,
  { url, method, headers, body, signal }: WireRequest,
): Promise<WireResponse> {
  return new Promise<WireResponse>((resolve, reject) => {
    signal.throwIfAborted();
    const queue = createChunkQueue(signal);
    const onAbort = () => {
      queue.fail(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => queue.start(controller),
      onResponseStart(_controller, status, responseHeaders) {
        if (status >= 200) resolve({ status, headers: responseHeaders, body: queue.body });
      },
      onResponseData: (_controller, chunk) => queue.push(chunk),
      onResponseEnd() {
        signal.removeEventListener('abort', onAbort);
        queue.end();
      },
      onResponseError(_controller, error) {
        signal.removeEventListener('abort', onAbort);
        queue.fail(error);
        reject(error);
      },
    };
    // The caller limits time.
    const times = { headersTimeout: 0, bodyTimeout: 0 };
    const target = { origin: url.origin, path: `${url.pathname}${url.search}` };
    agent.dispatch(
      { ...target, method, headers, ...(body === undefined ? {} : { body }), ...times },
      handler,
    );
  });
}

function createChunkQueue(signal: AbortSignal) {
  const chunks: Uint8Array[] = [];
  let waitingBytes = 0;
  let controller: Dispatcher.DispatchController | undefined;
  let outcome: { error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  function settle(result: { error?: unknown }): void {
    outcome ??= result;
    wake?.();
  }

  function fail(error: unknown): void {
    settle({ error });
    controller?.abort(
      error instanceof Error ? error : new Error('The request was given up.', { cause: error }),
    );
  }

  async function next(): Promise<Uint8Array | undefined> {
    while (chunks.length === 0 && !outcome) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    signal.throwIfAborted();
    const chunk = chunks.shift();
    if (chunk) {
      waitingBytes -= chunk.byteLength;
      if (waitingBytes < HIGH_WATER_BYTES) controller?.resume();
      return chunk;
    }
    if (outcome && 'error' in outcome) throw outcome.error;
    return undefined;
  }

  function destroy(): void {
    if (!outcome) fail(new Error('The body was not wanted.'));
    chunks.length = 0;
  }

  return {
    body: { next, destroy },
    fail,
    end: () => settle({}),
    start(started: Dispatcher.DispatchController) {
      controller = started;
      // Aborted while connecting.
      if (outcome) started.abort(new Error('The request was given up.'));
    },
    push(chunk: Uint8Array) {
      if (outcome) return;
      chunks.push(chunk);
      waitingBytes += chunk.byteLength;
      if (waitingBytes >= HIGH_WATER_BYTES) controller?.pause();
      wake?.();
    },
  };
}
