import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface TokenCookie {
  /** From the request: proves nothing until found in the database. */
  token: string | undefined;
  set(token: string, expiresInMs: number): void;
  clear(): void;
}

/** For calls that cannot set a cookie. */
export const noCookie: TokenCookie = { token: undefined, set() {}, clear() {} };

export const SESSION_COOKIE = 'vesper-admin';
/** An administrator signed in with this browser before; not a session. */
export const BROWSER_COOKIE = 'vesper-browser';

/** Over HTTPS `__Host-` binds the cookie to this very host (RFC 6265bis). */
export function tokenCookie(bareName: string, request: FastifyRequest, reply: FastifyReply): TokenCookie {
  const secure = request.protocol === 'https';
  const name = secure ? `__Host-${bareName}` : bareName;

  function send(value: string, maxAge: number): void {
    const cookie = { name, value, maxAge, path: '/', httpOnly: true, secure, sameSite: 'strict' as const };
    reply.header('set-cookie', stringifySetCookie(cookie));
  }

  const { cookie: sent } = request.headers;
  return {
    // No getter: V8 would keep it and the request until an old-generation collection.
    token: sent === undefined ? undefined : parseCookie(sent)[name],
    set: (token, expiresInMs) => send(token, Math.floor(expiresInMs / 1000)),
    clear: () => send('', 0),
  };
}
