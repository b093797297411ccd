import type { DownloadErrorClass } from '@vesper/contract';
import { withoutControls } from '@vesper/contract';
import { AppError, errorMessage } from '../lib/app-error.ts';
import { DiskError } from '../lib/files/disk-error.ts';
import { SourceError, type SourceErrorCode } from '../lib/outbound/source-error.ts';
import { StorageError } from '../storage/storage.ts';

/** After this many attempts a download has failed, even if the last error is temporary. */
export const MAX_ATTEMPTS = 5;
const MAX_SENTENCE_LENGTH = 1_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export interface Verdict {
  errorClass: DownloadErrorClass;
  /** Retrying will not help. */
  permanent: boolean;
  sentence: string;
  retryAfterMs: number | undefined;
  /** The fault may be ours. */
  unexpected: boolean;
  /** Counts as an attempt: not for a paused site, an unreadable robots.txt, a DNS outage or a full disk. */
  asked: boolean;
}

export function judge(error: unknown): Verdict {
  const verdict = (errorClass: DownloadErrorClass, text = errorMessage(error)): Verdict => ({
    ...{ errorClass, permanent: false, unexpected: false, asked: true, retryAfterMs: undefined },
    sentence: withoutControls(text).slice(0, MAX_SENTENCE_LENGTH),
  });
  if (error instanceof SourceError) {
    const { kind, retryAfterMs } = error;
    const asked = !isUnasked(error);
    return { ...verdict(classOfSourceError(error)), permanent: kind === 'permanent', asked, retryAfterMs };
  }
  if (error instanceof AppError)
    return { ...verdict(CLASS_OF_REFUSAL[error.code] ?? 'unexpected'), permanent: true };
  if (error instanceof DiskError) return { ...verdict('storage'), asked: false };
  if (error instanceof StorageError) return { ...verdict('storage'), unexpected: true };
  if (isDiskError(error)) {
    const text = `The file could not be written (${(error as NodeJS.ErrnoException).code}).`;
    return { ...verdict('storage', text), unexpected: true };
  }
  return { ...verdict('unexpected', `Unexpected: ${errorMessage(error)}`), unexpected: true };
}

/** No request was made. An unreachable site counts as asked; a DNS outage is not its fault. */
function isUnasked(error: SourceError): boolean {
  const { code, kind, cause } = error;
  if (code === 'robots_unreachable')
    return classOfSourceError(error) !== 'network' || (cause instanceof SourceError && isUnasked(cause));
  return (
    ['dns_away', 'host_waits', 'source_paused'].includes(code) || (code === 'robots' && kind === 'transient')
  );
}

const CLASS_OF_REFUSAL: Record<string, DownloadErrorClass> = {
  conflict: 'duplicate',
  gone: 'removed',
  bad_request: 'bad_address',
};

const CLASS_OF_CODE: { [Code in SourceErrorCode]?: DownloadErrorClass } = {
  connect: 'network',
  dns: 'network',
  dns_away: 'network',
  tls: 'network',
  timeout: 'timeout',
  too_long: 'timeout',
  too_slow: 'timeout',
  truncated: 'truncated',
  robots: 'robots',
  robots_unreachable: 'robots',
  private_address: 'private_address',
  bad_address: 'bad_address',
  foreign_host: 'bad_address',
  redirect_loop: 'bad_address',
  too_many_redirects: 'bad_address',
  bad_encoding: 'bad_response',
  bad_response: 'bad_response',
  no_video: 'not_video',
  not_page: 'not_video',
  not_video: 'not_video',
  too_large: 'too_large',
  unavailable: 'not_video',
  no_reader: 'not_video',
  host_waits: 'paused',
  source_paused: 'paused',
};

function classOfSourceError({ code, status = 0, kind, cause }: SourceError): DownloadErrorClass {
  // An unreachable site: its robots.txt was only the first request.
  if (
    code === 'robots_unreachable' &&
    cause instanceof SourceError &&
    CLASS_OF_CODE[cause.code] === 'network'
  )
    return 'network';
  if (code !== 'http_status')
    return CLASS_OF_CODE[code] ?? (kind === 'transient' ? 'network' : 'bad_response');
  if (status === 401 || status === 403 || status === 451) return 'http_403';
  if (status === 404 || status === 410) return 'http_404';
  if (status === 429) return 'http_429';
  return status >= 500 ? 'http_5xx' : 'http_other';
}

/** Other disk faults come as a DiskError. */
function isDiskError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return ['EIO', 'EMFILE', 'ENFILE'].includes(code ?? '');
}

/** After the first, second... error; the last repeats. */
const PAUSES_MS: { [Class in DownloadErrorClass]?: readonly number[] } = {
  truncated: [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS],
  http_429: [5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  storage: [MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
};
const USUAL_PAUSES_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
/** So that jobs that failed together are not retried together. */
const JITTER = 0.2;

export interface PauseTuning {
  pauseScale?: number;
  random?: () => number;
}

/** The source's Retry-After applies if longer. */
export function pauseMs(
  { errorClass, retryAfterMs = 0 }: Verdict,
  attempts: number,
  { pauseScale = 1, random = Math.random }: PauseTuning = {},
): number {
  const pauses = PAUSES_MS[errorClass] ?? USUAL_PAUSES_MS;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? MINUTE_MS;
  const jitter = 1 + JITTER * (2 * random() - 1);
  return Math.round(Math.max(pause * jitter * pauseScale, retryAfterMs));
}

export function finalSentence({ permanent, sentence }: Verdict, attempts: number, what: string): string {
  if (permanent || attempts <= 1) return sentence;
  return `${what} failed after ${attempts} tries; the last problem: ${sentence}`;
}
