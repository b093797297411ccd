import type { SafeFetch } from '../../kernel/lib/outbound/safe-fetch.ts';
import { SourceError, statusError } from '../../kernel/lib/outbound/source-error.ts';

export interface Submission {
  endpoint: string;
  /** The domain's own. */
  origin: string;
  key: string;
  addresses: readonly string[];
}

export type Outcome =
  | 'told'
  /** `waits`: later it may go well by itself, after `retryAfterMs` if the engine says so. */
  | { problem: string; waits: boolean; retryAfterMs?: number | undefined };

const ANSWER_MS = 30_000;

/** What the protocol's documentation says of these (https://www.indexnow.org/documentation, "Response format"). */
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The engine could not read the submission (400).',
  403: 'The engine does not accept the key (403): it must be able to read the key file.',
  422: 'The engine says that the addresses are not of this host, or that the key has not the right form (422).',
  429: 'The engine was told too much at once (429).',
};

/**
 * Submits a host's addresses to an engine (IndexNow). 202 says that the key is yet to be checked; the addresses are
 * received all the same. Throws the reason of an aborted signal.
 */
export async function submit(
  fetch: SafeFetch,
  { endpoint, origin, key, addresses }: Submission,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = {
    ...{ host: new URL(origin).host, key, keyLocation: `${origin}${keyPath(key)}` },
    urlList: addresses,
  };
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      requestBody: JSON.stringify(body),
      totalTimeoutMs: ANSWER_MS,
      signal,
    });
    response.discard();
    const { status, headers } = response;
    if (status === 200 || status === 202) return 'told';
    const { kind, message, retryAfterMs } = statusError(status, headers['retry-after']);
    return { problem: PROBLEMS[status] ?? message, waits: kind === 'transient', retryAfterMs };
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error;
    return { problem: error.message, waits: error.kind === 'transient' };
  }
}

export function keyPath(key: string): string {
  return `/${key}.txt`;
}
