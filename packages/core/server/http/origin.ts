import type { Call } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

/** From the Host header. X-Forwarded-Host is never trusted: simple proxies pass on the visitor's own. */
export function hostOf(request: FastifyRequest): string {
  return withoutFinalDot(request.headers.host ?? '');
}

/** Lower case; selects the domain, and media addresses are bound to it. */
export function hostnameOf(request: FastifyRequest): string {
  return nameIn(hostOf(request));
}

/** Whether a proxy claims the visitor asked for this host. Forgeable: use it only to skip what is harmless to skip. */
export function isSaidToAskFor(request: FastifyRequest, hostname: string): boolean {
  // Several proxies may each have added a name.
  const named = String(request.headers['x-forwarded-host'] ?? '').split(',');
  return named.some((host) => nameIn(withoutFinalDot(host.trim())) === hostname);
}

/** A final dot names the same host. */
function withoutFinalDot(host: string): string {
  return host.replace(/\.(?=:\d+$|$)/, '');
}

function nameIn(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

export function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, '');
}

/** `https://host:port`, as visitors reach this site. */
export function originOf(request: FastifyRequest): string {
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  return `${protocol}://${hostOf(request).toLowerCase()}`;
}

/**
 * Throws forbidden for a call sent by another origin's page. Unsafe calls of the back office must prove our origin;
 * visitors' calls pass if no header says otherwise, so that programs can make them.
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

/** Throws forbidden if another origin's page reads the back office, to save connections. Allows typed addresses. */
export function refuseForeignReader(request: FastifyRequest): void {
  const isTyped = request.headers['sec-fetch-site'] === 'none';
  if (isTyped || cameFrom(request) !== 'elsewhere' || bearerOf(request) !== undefined) return;
  throw new AppError('forbidden', 'This can only be read from a page of this site.');
}

/** RFC 6750, section 2.1. An invalid token is returned, and refused even beside a valid session. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  const scheme = /^Bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return scheme ? (scheme[1] ?? '') : undefined;
}

/** Pages can neither set nor drop the two headers (Fetch, sections 3.2 and 3.7.2). */
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
