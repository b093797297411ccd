import { STATUS_CODES } from 'node:http';

/** A closed list: callers may switch on it. */
export type SourceErrorCode =
  | 'bad_address'
  | 'bad_encoding'
  | 'bad_kind'
  | 'bad_line'
  | 'bad_response'
  | 'broken_xml'
  | 'connect'
  | 'dns'
  | 'dns_away'
  | 'feed_cycle'
  | 'foreign_host'
  | 'host_waits'
  | 'http_status'
  | 'is_video'
  | 'no_reader'
  | 'no_video'
  | 'not_page'
  | 'not_video'
  | 'private_address'
  | 'redirect_loop'
  | 'robots'
  | 'robots_unreachable'
  | 'sitemap_cycle'
  | 'sitemap_depth'
  | 'source_paused'
  | 'timeout'
  | 'tls'
  | 'too_long'
  | 'too_large'
  | 'too_many'
  | 'too_many_redirects'
  | 'too_slow'
  | 'truncated'
  | 'unavailable';

const TRANSIENT_CODES: ReadonlySet<SourceErrorCode> = new Set([
  'connect',
  'dns',
  'dns_away',
  'host_waits',
  'robots_unreachable',
  'source_paused',
  'timeout',
  'too_long',
  'too_slow',
  'truncated',
]);

export interface SourceErrorOptions {
  cause?: unknown;
  /** If the code alone does not tell, as with `http_status`. */
  kind?: 'permanent' | 'transient';
  status?: number;
  retryAfterMs?: number;
}

/** A fault of an address, a server or a file. `message` is for an operator; `kind` says whether a retry may help. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceErrorCode;
  readonly kind: 'permanent' | 'transient';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: SourceErrorCode, message: string, options: SourceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.kind = options.kind ?? (TRANSIENT_CODES.has(code) ? 'transient' : 'permanent');
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** 408, 425, 429 and 5xx are transient. */
export function statusError(status: number, retryAfter?: string, nowMs = Date.now()): SourceError {
  const transient = status >= 500 || status === 429 || status === 408 || status === 425;
  const words = STATUS_CODES[status] ? `${status} ${STATUS_CODES[status]}` : `${status}`;
  const retryAfterMs = readRetryAfterMs(retryAfter, nowMs);
  return new SourceError('http_status', `The address answered ${words}.`, {
    kind: transient ? 'transient' : 'permanent',
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

export function formatSize(sizeBytes: number): string {
  if (sizeBytes >= 1e9) return `${(sizeBytes / 1e9).toFixed(1)} GB`;
  if (sizeBytes >= 1e6) return `${(sizeBytes / 1e6).toFixed(1)} MB`;
  if (sizeBytes >= 1e3) return `${(sizeBytes / 1e3).toFixed(1)} KB`;
  return sizeBytes === 1 ? '1 byte' : `${sizeBytes} bytes`;
}

export function formatSeconds(durationMs: number): string {
  const seconds = durationMs / 1000;
  const figure = Number.isInteger(seconds) ? `${seconds}` : seconds.toFixed(1);
  return figure === '1' ? '1 second' : `${figure} seconds`;
}

/** RFC 9110 section 10.2.3: seconds or an HTTP date. Capped at a day. */
function readRetryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), 86_400_000) : undefined;
}
