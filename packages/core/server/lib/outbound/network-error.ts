import { formatSeconds, formatSize, SourceError, type SourceErrorCode } from './source-error.ts';

export function requestError(error: unknown, host: string, connectTimeoutMs: number): SourceError {
  const known = findSourceError(error);
  if (known) return known;
  const code = errorCode(error);
  const fault = (kind: SourceErrorCode, sentence: string) =>
    new SourceError(kind, sentence, { cause: error });
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    const within = formatSeconds(connectTimeoutMs);
    return fault('timeout', `The connection to ${host} could not be opened within ${within}.`);
  }
  if (isTlsCode(code)) return fault('tls', `No secure connection to ${host} could be made (${code}).`);
  if ((error as Error).name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return fault('bad_response', `${host} sent an answer that is not valid HTTP.`);
  if (code === 'ECONNREFUSED') return fault('connect', `${host} refused the connection.`);
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE')
    return fault('connect', `${host} closed the connection before it answered.`);
  return fault('connect', `The connection to ${host} failed (${code || 'unknown fault'}).`);
}

/** DNS itself does not answer; an unknown name is an answer. */
const NO_DNS = 'EAI_AGAIN';

export function isDnsAway(error: unknown): boolean {
  return errorCode(error) === NO_DNS;
}

export function silentDnsError(): Error {
  return Object.assign(new Error('DNS does not answer.'), { code: NO_DNS });
}

/** The host's fault, unless DNS itself is away. */
export function dnsError(error: unknown, host: string, isAway = isDnsAway(error)): SourceError {
  const why = errorCode(error);
  const sentence = `The host name ${host} could not be resolved${why ? ` (${why})` : ''}.`;
  return new SourceError(isAway ? 'dns_away' : 'dns', sentence, { cause: error });
}

export function transferError(error: unknown, receivedBytes: number, expectedBytes?: number): SourceError {
  return findSourceError(error) ?? truncatedError(receivedBytes, expectedBytes, error);
}

/** "The download stopped after 1.2 MB of 8.0 MB." */
export function truncatedError(receivedBytes: number, expectedBytes?: number, cause?: unknown): SourceError {
  const of = expectedBytes === undefined ? '' : ` of ${formatSize(expectedBytes)}`;
  const sentence = `The download stopped after ${formatSize(receivedBytes)}${of}.`;
  return new SourceError('truncated', sentence, { cause });
}

/** Attempts at several addresses throw one AggregateError, perhaps with our refusal inside. */
function findSourceError(error: unknown): SourceError | undefined {
  if (error instanceof SourceError) return error;
  if (error instanceof AggregateError) return error.errors.find((inner) => inner instanceof SourceError);
  return undefined;
}

function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? errorCode(error.errors[0]) : '';
}

function isTlsCode(code: string): boolean {
  return (
    /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/.test(code) ||
    code === 'EPROTO'
  );
}
