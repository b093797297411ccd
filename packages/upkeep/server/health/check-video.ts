import type { SafeFetch, SafeFetchOptions } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import type { Verdict } from './schedule.ts';

/** A remote video's file, or an embedded one's page. */
interface Watched {
  kind: 'remote' | 'embed';
  videoUrl: string;
  sourceUrl: string;
}

/** A GET would get the same answer. */
const CLEAR: ReadonlySet<number> = new Set([404, 410, 429, 451, 500, 502, 503, 504]);
const FEW_BYTES = 'bytes=0-15';

/** One or two small requests. Throws only the reason of `signal` and our own errors. */
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

/** Many servers refuse HEAD or answer it wrongly: unclear answers are checked with GET. */
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

export interface Answer {
  kind: 'remote' | 'embed';
  askedUrl: string;
  /** After redirects. */
  url: string;
  status: number;
  contentType: string | undefined;
}

const LOGIN_PAGE = /(?:^|[/_-])(?:log-?in|sign-?in|log-?on|auth|sso)(?:[/._-]|$)/i;
const NO_VIDEO = /^(?:text\/html|application\/xhtml\+xml|application\/json|image\/)/i;

/** Pure. */
export function judgeAnswer(answer: Answer): Verdict {
  const { status } = answer;
  if (status === 404 || status === 410) return { class: 'deleted', message: statusError(status).message };
  if (status === 401 || status === 403) return { class: 'private', message: statusError(status).message };
  if (status === 451) return { class: 'legal', message: statusError(status).message };
  if (status < 200 || status >= 300) return { class: 'unreachable', message: statusError(status).message };
  return judgeRedirect(answer) ?? judgeType(answer) ?? { class: 'alive' };
}

/** A video file may move to another host; a page, or a replacement for the file, may not. */
function judgeRedirect(answer: Answer): Verdict | undefined {
  const asked = URL.parse(answer.askedUrl);
  const final = URL.parse(answer.url);
  if (!asked || !final || final.href === asked.href) return undefined;
  if (answer.kind === 'remote' && !isNoVideo(answer)) return undefined;
  const where = `${final.host}${final.pathname}`.slice(0, 200);
  if (LOGIN_PAGE.test(final.pathname) && !LOGIN_PAGE.test(asked.pathname)) {
    return { class: 'private', message: `The address leads to a sign-in page (${where}).` };
  }
  const toRoot = final.pathname === '/' && final.search === '' && asked.pathname !== '/';
  if (toRoot || usualNameOf(final) !== usualNameOf(asked)) {
    return { class: 'redirected', message: `The address now leads elsewhere (${where}).` };
  }
  return undefined;
}

function judgeType(answer: Answer): Verdict | undefined {
  if (answer.kind === 'embed' || !isNoVideo(answer)) return undefined;
  const type = answer.contentType?.split(';')[0]?.trim().slice(0, 100) ?? '';
  return { class: 'changed_type', message: `The address now returns ${type}, not a video.` };
}

function isNoVideo({ contentType }: Answer): boolean {
  return NO_VIDEO.test(contentType?.trim() ?? '');
}

function usualNameOf(url: URL): string {
  return url.hostname.replace(/^(?:www|m)\./, '');
}

/** Nothing was checked: the host's queue is long, or we are asked to wait. */
const NOT_YET: ReadonlySet<string> = new Set(['host_waits', 'source_paused']);
/** Says nothing about the video. */
const NOT_ALLOWED = 'robots';
const RETRY_MS = 10 * 60_000;

/** Throws anything that is not the other side's fault. */
export function judgeError(error: unknown): Verdict {
  if (!(error instanceof SourceError)) throw error;
  const code: string = error.code;
  const { message } = error;
  if (NOT_YET.has(code)) return { class: 'unknown', message, retryInMs: error.retryAfterMs ?? RETRY_MS };
  if (code === NOT_ALLOWED) return { class: 'unknown', message };
  return { class: 'unreachable', message };
}
