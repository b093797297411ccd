import type { SafeFetch, SafeFetchOptions, SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError, type SourceErrorCode, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import type { HostQueue, Turn } from './host-queue.ts';

export interface Approach {
  turn: Turn;
  free: () => void;
}

export interface TurnsOptions {
  fetch: SafeFetch;
  queue: HostQueue;
  approach: (url: URL, signal: AbortSignal) => Promise<Approach>;
  /** A place is held until the body ends, but no longer than this. */
  maxHoldMs: number;
}

/** No answer, or not HTTP. */
const NETWORK_CODES: ReadonlySet<SourceErrorCode> = new Set([
  'bad_response',
  'connect',
  'dns',
  'dns_away',
  'timeout',
  'tls',
  'too_long',
]);

/** Runs `approach` before each request and reports the result to each host's queue. */
export async function fetchInTurns(
  { fetch, queue, approach, maxHoldMs }: TurnsOptions,
  url: string,
  options: SafeFetchOptions = {},
): Promise<SafeResponse> {
  let current: Approach | undefined;
  const beforeRequest = async (hop: URL, signal: AbortSignal) => {
    const before = current;
    current = undefined;
    before?.free();
    // A redirect is a success of the host that sent it.
    if (before) await queue.answered(before.turn);
    await options.beforeRequest?.(hop, signal);
    current = await approach(hop, signal);
  };
  try {
    const response = await fetch(url, { ...options, beforeRequest });
    if (!current) return response;
    try {
      await noteAnswer(queue, current.turn, response);
    } catch (error) {
      response.discard();
      throw error;
    }
    return holding(response, current.free, maxHoldMs);
  } catch (error) {
    current?.free();
    if (current && isNetworkError(error)) await queue.backOff(current.turn, error.message);
    throw error;
  }
}

export function isNetworkError(error: unknown): error is SourceError {
  return error instanceof SourceError && NETWORK_CODES.has(error.code);
}

/** The pause of Retry-After in milliseconds; only for 429 and 503. */
export function pauseAsked({ status, headers }: SafeResponse, now: Date): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  return statusError(status, headers['retry-after'], now.getTime()).retryAfterMs;
}

async function noteAnswer(queue: HostQueue, turn: Turn, response: SafeResponse): Promise<void> {
  const { status } = response;
  if (status !== 429 && status < 500) return queue.answered(turn);
  await queue.backOff(turn, statusError(status).message, pauseAsked(response, turn.askedAt));
}

function holding(response: SafeResponse, free: () => void, maxHoldMs: number): SafeResponse {
  const timer = setTimeout(free, maxHoldMs).unref();
  const done = () => {
    clearTimeout(timer);
    free();
  };
  return {
    ...response,
    body: freeing(response.body, done),
    discard() {
      response.discard();
      done();
    },
  };
}

async function* freeing(
  body: SafeResponse['body'],
  done: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } finally {
    done();
  }
}
