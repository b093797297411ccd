import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The administrator's session as a call sees it: the token that came, and a way to give or take one. */
export interface SessionCookie {
  /** What the request carried. It proves nothing until a session is found by it. */
  token: string | undefined;
  set(token: string, expiresInMs: number): void;
  clear(): void;
}

/** For calls that nobody can answer with a cookie. */
export const noSession: SessionCookie = { token: undefined, set() {}, clear() {} };

const NAME = 'vesper-admin';

/** Over HTTPS a browser takes a `__Host-` cookie from this very host only, and sends it nowhere else (RFC 6265bis). */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const secure = request.protocol === 'https';
  const name = secure ? `__Host-${NAME}` : NAME;

  function send(value: string, maxAge: number): void {
    const cookie = { name, value, maxAge, path: '/', httpOnly: true, secure, sameSite: 'strict' as const };
    reply.header('set-cookie', stringifySetCookie(cookie));
  }

  return {
    get token() {
      return parseCookie(request.headers.cookie ?? '')[name];
    },
    set: (token, expiresInMs) => send(token, Math.floor(expiresInMs / 1000)),
    clear: () => send('', 0),
  };
}
