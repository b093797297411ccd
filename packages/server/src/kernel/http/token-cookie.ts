import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A token that a browser stores for us: the one it sent, and a way to set or clear it. */
export interface TokenCookie {
  /** The request's token. It proves nothing until it is found in the database. */
  token: string | undefined;
  set(token: string, expiresInMs: number): void;
  clear(): void;
}

/** For calls that cannot be answered with a cookie. */
export const noCookie: TokenCookie = { token: undefined, set() {}, clear() {} };

/** The administrator's session. */
export const SESSION_COOKIE = 'vesper-admin';
/** Says that an administrator signed in with this browser before; not a session. */
export const BROWSER_COOKIE = 'vesper-browser';

/**
 * Over HTTPS a browser accepts a `__Host-` cookie only from this very host, and sends it nowhere else (RFC 6265bis).
 */
export function tokenCookie(bareName: string, request: FastifyRequest, reply: FastifyReply): TokenCookie {
  const secure = request.protocol === 'https';
  const name = secure ? `__Host-${bareName}` : bareName;

  function send(value: string, maxAge: number): void {
    const cookie = { name, value, maxAge, path: '/', httpOnly: true, secure, sameSite: 'strict' as const };
    reply.header('set-cookie', stringifySetCookie(cookie));
  }

  const { cookie: sent } = request.headers;
  return {
    // No getter: V8 would keep it, and the request with it, until the old generation is collected.
    token: sent === undefined ? undefined : parseCookie(sent)[name],
    set: (token, expiresInMs) => send(token, Math.floor(expiresInMs / 1000)),
    clear: () => send('', 0),
  };
}
