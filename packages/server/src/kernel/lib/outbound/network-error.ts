import { formatSeconds, formatSize, SourceError } from './source-error.ts';

/** An error before the answer's headers, as one sentence about `host`. */
export function requestError(error: unknown, host: string, connectTimeoutMs: number): SourceError {
  const known = findSourceError(error);
  if (known) return known;
  const code = errorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    const sentence = `The connection to ${host} could not be opened within ${formatSeconds(connectTimeoutMs)}.`;
    return new SourceError('timeout', sentence, { cause: error });
  }
  if (isTlsCode(code)) {
    return new SourceError('tls', `No secure connection to ${host} could be made (${code}).`, {
      cause: error,
    });
  }
  if ((error as Error).name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new SourceError('bad_response', `${host} sent an answer that is not valid HTTP.`, {
      cause: error,
    });
  }
  if (code === 'ECONNREFUSED') {
    return new SourceError('connect', `${host} refused the connection.`, { cause: error });
  }
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    const sentence = `${host} closed the connection before it answered.`;
    return new SourceError('connect', sentence, { cause: error });
  }
  const sentence = `The connection to ${host} failed (${code || 'unknown fault'}).`;
  return new SourceError('connect', sentence, { cause: error });
}

/** What the system says where DNS itself does not answer; that there is no such name is an answer. */
const NO_DNS = 'EAI_AGAIN';

export function isDnsAway(error: unknown): boolean {
  return errorCode(error) === NO_DNS;
}

/** DNS has not answered in time. */
export function silentDnsError(): Error {
  return Object.assign(new Error('DNS does not answer.'), { code: NO_DNS });
}

/** The name of a host could not be turned into an address, which is the host's own fault unless DNS itself is away. */
export function dnsError(error: unknown, host: string, isAway = isDnsAway(error)): SourceError {
  const why = errorCode(error);
  const sentence = `The host name ${host} could not be resolved${why ? ` (${why})` : ''}.`;
  return new SourceError(isAway ? 'dns_away' : 'dns', sentence, { cause: error });
}

/** An error in the middle of a body: whatever the network says, the transfer stopped early. */
export function transferError(error: unknown, receivedBytes: number, expectedBytes?: number): SourceError {
  return findSourceError(error) ?? truncatedError(receivedBytes, expectedBytes, error);
}

/** "The download stopped after 1.2 MB of 8.0 MB." */
export function truncatedError(receivedBytes: number, expectedBytes?: number, cause?: unknown): SourceError {
  const of = expectedBytes === undefined ? '' : ` of ${formatSize(expectedBytes)}`;
  const sentence = `The download stopped after ${formatSize(receivedBytes)}${of}.`;
  return new SourceError('truncated', sentence, { cause });
}

/** Attempts at several addresses of a host throw one AggregateError; a refusal of ours may be inside. */
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
