import type { DownloadErrorClass } from '@vesper/contract';
import { withoutControls } from '@vesper/contract';
import { AppError, errorMessage } from '../lib/app-error.ts';
import { DiskError } from '../lib/files/disk-error.ts';
import { SourceError, type SourceErrorCode } from '../lib/outbound/source-error.ts';
import { StorageError } from '../storage/storage.ts';

/** After this many errors a download has failed, even if the last one might pass. */
export const MAX_ATTEMPTS = 5;
const MAX_SENTENCE_LENGTH = 1_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** What an error means for a download. */
export interface Verdict {
  errorClass: DownloadErrorClass;
  /** Trying again will not help. */
  permanent: boolean;
  /** For people. */
  sentence: string;
  /** What the source asked us to wait. */
  retryAfterMs: number | undefined;
  /** Unexpected: the fault may be ours. */
  unexpected: boolean;
  /**
   * Whether it counts as an attempt: not where a site that wants a pause, or whose robots.txt cannot be read now, was not
   * asked, nor where DNS is away or a disk of ours is full.
   */
  asked: boolean;
}

export function judge(error: unknown): Verdict {
  const sentence = (text: string) => withoutControls(text).slice(0, MAX_SENTENCE_LENGTH);
  if (error instanceof SourceError) {
    return {
      errorClass: classOfSourceError(error),
      permanent: error.kind === 'permanent',
      sentence: sentence(error.message),
      retryAfterMs: error.retryAfterMs,
      unexpected: false,
      asked: !isUnasked(error),
    };
  }
  const base = { retryAfterMs: undefined, permanent: false, asked: true };
  if (error instanceof AppError) {
    const errorClass = CLASS_OF_REFUSAL[error.code] ?? 'unexpected';
    return { ...base, errorClass, permanent: true, sentence: sentence(error.message), unexpected: false };
  }
  if (error instanceof DiskError)
    return {
      ...base,
      asked: false,
      errorClass: 'storage',
      sentence: sentence(error.message),
      unexpected: false,
    };
  if (error instanceof StorageError)
    return { ...base, errorClass: 'storage', sentence: sentence(error.message), unexpected: true };
  if (isDiskError(error)) {
    const text = `The file could not be written (${(error as NodeJS.ErrnoException).code}).`;
    return { ...base, errorClass: 'storage', sentence: text, unexpected: true };
  }
  const text = sentence(`Unexpected: ${errorMessage(error)}`);
  return { ...base, errorClass: 'unexpected', sentence: text, unexpected: true };
}

/**
 * The site was not asked for the address. That it cannot be reached at all is an answer to any request; that DNS does not
 * answer is none of its own.
 */
function isUnasked(error: SourceError): boolean {
  const { code, kind, cause } = error;
  if (code === 'robots_unreachable')
    return classOfSourceError(error) !== 'network' || (cause instanceof SourceError && isUnasked(cause));
  return (
    code === 'dns_away' ||
    code === 'host_waits' ||
    code === 'source_paused' ||
    (code === 'robots' && kind === 'transient')
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
  // The site gave no answer at all: its robots.txt is only what was asked for first.
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

/** The disk is broken, or too much is open. What else a disk may lack comes as a DiskError. */
function isDiskError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return ['EIO', 'EMFILE', 'ENFILE'].includes(code ?? '');
}

/** The pauses after the first, second... error; the last one stands for all further. */
const PAUSES_MS: { [Class in DownloadErrorClass]?: readonly number[] } = {
  truncated: [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS],
  http_429: [5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  storage: [MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
};
const USUAL_PAUSES_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
/** A pause is up to so much longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2;

export interface PauseTuning {
  /** All pauses of our own choice are multiplied by it: tests want short ones. */
  pauseScale?: number;
  random?: () => number;
}

/** How long to wait after an error. What the source asked for counts where it is longer. */
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

/** What is left of the last problem once no further try is made. */
export function finalSentence({ permanent, sentence }: Verdict, attempts: number, what: string): string {
  if (permanent || attempts <= 1) return sentence;
  return `${what} failed after ${attempts} tries; the last problem: ${sentence}`;
}
