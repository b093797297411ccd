import type { SafeFetch, SafeFetchOptions } from '../../kernel/lib/outbound/safe-fetch.ts';
import type { Verdict } from './schedule.ts';
import { type Answer, isNoVideo, judgeAnswer, judgeError } from './verdict.ts';

/** What is checked: a remote video's film, or an embedded one's page. */
export interface Watched {
  kind: 'remote' | 'embed';
  videoUrl: string;
  sourceUrl: string;
}

/** Answers to HEAD that a GET would only repeat. */
const CLEAR: ReadonlySet<number> = new Set([404, 410, 429, 451, 500, 502, 503, 504]);
/** A valid range of negligible size. */
const FEW_BYTES = 'bytes=0-15';

/**
 * Checks whether a video is still at its source, with one or two small requests. Throws only the reason of `signal` and
 * our own errors.
 */
export async function checkVideo(watched: Watched, fetch: SafeFetch, signal: AbortSignal): Promise<Verdict> {
  try {
    const answer =
      watched.kind === 'remote'
        ? await askFilm(watched, fetch, signal)
        : await askPage(watched, fetch, signal);
    return judgeAnswer(answer);
  } catch (error) {
    signal.throwIfAborted();
    return judgeError(error);
  }
}

async function askPage({ sourceUrl }: Watched, fetch: SafeFetch, signal: AbortSignal): Promise<Answer> {
  return { kind: 'embed', ...(await ask(fetch, sourceUrl, { signal })) };
}

/** Many servers refuse HEAD, or answer it wrongly: unclear answers are checked with GET. */
async function askFilm({ videoUrl }: Watched, fetch: SafeFetch, signal: AbortSignal): Promise<Answer> {
  const head: Answer = { kind: 'remote', ...(await ask(fetch, videoUrl, { method: 'HEAD', signal })) };
  const isGood = head.status >= 200 && head.status < 300 && !isNoVideo(head);
  if (isGood || CLEAR.has(head.status)) return head;
  const headers = { range: FEW_BYTES };
  return { kind: 'remote', ...(await ask(fetch, videoUrl, { headers, decompress: false, signal })) };
}

async function ask(
  fetch: SafeFetch,
  askedUrl: string,
  options: SafeFetchOptions,
): Promise<Omit<Answer, 'kind'>> {
  const response = await fetch(askedUrl, options);
  response.discard();
  const { url, status, headers } = response;
  return { askedUrl, url, status, contentType: headers['content-type'] };
}
