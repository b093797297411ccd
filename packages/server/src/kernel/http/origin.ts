import type { Call } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

/**
 * Host and port as the Host header has them. A forwarded host is never believed, not even from a trusted proxy:
 * plain proxies pass a visitor's own header on.
 */
export function hostOf(request: FastifyRequest): string {
  // With the dot of a fully qualified name it is the same host.
  return (request.headers.host ?? '').replace(/\.(?=:\d+$|$)/, '');
}

/** The host name alone, lower case: the domain that answers, and what media addresses are bound to. */
export function hostnameOf(request: FastifyRequest): string {
  return hostOf(request).replace(/:\d+$/, '').toLowerCase();
}

/** `https://host:port`, as visitors reach this site. */
export function originOf(request: FastifyRequest): string {
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  return `${protocol}://${hostOf(request).toLowerCase()}`;
}

/**
 * Throws forbidden for a call that a page of another origin has made a browser send. Unsafe calls of the back office must
 * prove that they come from our own pages; of visitors' calls it is enough that nothing says otherwise, so that
 * programs, which send neither header, can make them.
 */
export function refuseForeignOrigin(call: Call, request: FastifyRequest): void {
  if (call.method === 'GET') {
    if (call.caller === 'admin') refuseForeignReader(request);
    return;
  }
  if (cameFrom(request) === 'here') return;
  // No browser sends a token by itself.
  const needsProof = call.caller !== 'public' && bearerOf(request) === undefined;
  if (!needsProof && cameFrom(request) === 'unknown') return;
  throw new AppError(
    'forbidden',
    'This can only be done from a page of this site; a program has to send its address in the Origin header.',
  );
}

/**
 * Throws forbidden where a page of another origin reads of the back office: it could not see the answer, but neither is
 * it to keep a connection or the database busy. Whoever types an address comes from no page.
 */
export function refuseForeignReader(request: FastifyRequest): void {
  const isTyped = request.headers['sec-fetch-site'] === 'none';
  if (isTyped || cameFrom(request) !== 'elsewhere' || bearerOf(request) !== undefined) return;
  throw new AppError('forbidden', 'This can only be read from a page of this site.');
}

/**
 * The token in `Authorization: Bearer` (RFC 6750, section 2.1). One that can be none is handed on as it is, and refused:
 * whoever sends it does not mean the session beside it.
 */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  const scheme = /^Bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return scheme ? (scheme[1] ?? '') : undefined;
}

/** What the browser says; pages can neither set nor drop the two headers (Fetch, sections 3.2 and 3.7.2). */
function cameFrom(request: FastifyRequest): 'here' | 'elsewhere' | 'unknown' {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'here' : 'elsewhere';
  const { origin } = request.headers;
  if (origin === undefined) return 'unknown';
  return isOwnHost(origin, hostOf(request)) ? 'here' : 'elsewhere';
}

/** Compared without the scheme: behind a proxy whose word is not believed, https looks like http. */
function isOwnHost(origin: string, host: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host: given } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === given;
}
