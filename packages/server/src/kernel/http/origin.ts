import type { Call } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

/**
 * Host and port as in the Host header. A forwarded host is never trusted, not even from a trusted proxy: simple proxies
 * pass on the visitor's own header.
 */
export function hostOf(request: FastifyRequest): string {
  return withoutFinalDot(request.headers.host ?? '');
}

/** The host name alone, lower case: selects the domain, and media addresses are bound to it. */
export function hostnameOf(request: FastifyRequest): string {
  return nameIn(hostOf(request));
}

/**
 * Whether a proxy says that the visitor has asked for this host name. Anybody can say so: it may only keep us from doing
 * something that is none the worse for being left undone.
 */
export function isSaidToAskFor(request: FastifyRequest, hostname: string): boolean {
  // Each of several proxies may have added the name that it was asked by.
  const named = String(request.headers['x-forwarded-host'] ?? '').split(',');
  return named.some((host) => nameIn(withoutFinalDot(host.trim())) === hostname);
}

/** A fully qualified name with a final dot is the same host. */
function withoutFinalDot(host: string): string {
  return host.replace(/\.(?=:\d+$|$)/, '');
}

function nameIn(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

/** The host name that `www.` may stand before. */
export function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, '');
}

/** `https://host:port`, as visitors reach this site. */
export function originOf(request: FastifyRequest): string {
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  return `${protocol}://${hostOf(request).toLowerCase()}`;
}

/**
 * Throws forbidden for a call that another origin's page made a browser send. Unsafe calls of the back office must
 * prove that they come from our pages; for visitors' calls it suffices that nothing says otherwise, so that programs,
 * which send neither header, can make them.
 */
export function refuseForeignOrigin(call: Call, request: FastifyRequest): void {
  if (call.method === 'GET') {
    if (call.caller === 'admin') refuseForeignReader(request);
    return;
  }
  if (cameFrom(request) === 'here') return;
  // Browsers never send a token by themselves.
  const needsProof = call.caller !== 'public' && bearerOf(request) === undefined;
  if (!needsProof && cameFrom(request) === 'unknown') return;
  throw new AppError(
    'forbidden',
    'This can only be done from a page of this site; a program has to send its address in the Origin header.',
  );
}

/**
 * Throws forbidden if another origin's page reads the back office: it could not see the answer, but must not occupy a
 * connection or the database either. A typed address comes from no page.
 */
export function refuseForeignReader(request: FastifyRequest): void {
  const isTyped = request.headers['sec-fetch-site'] === 'none';
  if (isTyped || cameFrom(request) !== 'elsewhere' || bearerOf(request) !== undefined) return;
  throw new AppError('forbidden', 'This can only be read from a page of this site.');
}

/**
 * The token in `Authorization: Bearer` (RFC 6750, section 2.1). An invalid one is passed on and refused, even beside a
 * valid session.
 */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  const scheme = /^Bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return scheme ? (scheme[1] ?? '') : undefined;
}

/** According to the browser; pages can neither set nor drop the two headers (Fetch, sections 3.2 and 3.7.2). */
function cameFrom(request: FastifyRequest): 'here' | 'elsewhere' | 'unknown' {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'here' : 'elsewhere';
  const { origin } = request.headers;
  if (origin === undefined) return 'unknown';
  return isOwnHost(origin, hostOf(request)) ? 'here' : 'elsewhere';
}

/** Ignores the scheme: behind an untrusted proxy, https looks like http. */
function isOwnHost(origin: string, host: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host: given } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === given;
}
