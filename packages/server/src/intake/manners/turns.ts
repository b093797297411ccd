import type { SafeFetch, SafeFetchOptions, SafeResponse } from '../../kernel/lib/safe-fetch.ts';
import { SourceError, type SourceErrorCode, statusError } from '../../kernel/lib/source-error.ts';
import type { HostQueue, Turn } from './host-queue.ts';

/** A request that may go out, and what gives its place at the host back. */
export interface Approach {
  turn: Turn;
  free: () => void;
}

export interface TurnsOptions {
  fetch: SafeFetch;
  queue: HostQueue;
  /** What is done before each request, redirects included. */
  approach: (url: URL, signal: AbortSignal) => Promise<Approach>;
  /** A place is held until the body is over, but no longer than this, in milliseconds. */
  maxHoldMs: number;
}

/** No answer at all, or none that is HTTP. */
const NETWORK_CODES: ReadonlySet<SourceErrorCode> = new Set([
  'bad_response',
  'connect',
  'dns',
  'timeout',
  'tls',
  'too_long',
]);

/** Fetches with an approach before each request, and tells each host's queue how it went there. */
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
    // A redirect is a good answer of the host that gave it.
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

/** What the answer asks for with Retry-After, in milliseconds; only 429 and 503 are listened to. */
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
