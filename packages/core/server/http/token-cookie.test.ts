import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { tokenCookie } from './token-cookie.ts';

function cookieOver(protocol: string, cookie?: string) {
  const sent: string[] = [];
  const reply = { header: (_name: string, value: string) => sent.push(value) } as unknown as FastifyReply;
  const request = { protocol, headers: { cookie } } as unknown as FastifyRequest;
  return { cookie: tokenCookie('vesper-admin', request, reply), sent };
}

test('a cookie is for this host over https alone, and no script reads it', () => {
  const { cookie, sent } = cookieOver('https');
  cookie.set('abc', 90_500);
  cookie.clear();
  const kept = 'Path=/; HttpOnly; Secure; SameSite=Strict';
  expect(sent).toEqual([
    `__Host-vesper-admin=abc; Max-Age=90; ${kept}`,
    `__Host-vesper-admin=; Max-Age=0; ${kept}`,
  ]);
});

test('over http it has another name, which https ignores', () => {
  const { cookie, sent } = cookieOver('http', 'vesper-admin=abc; __Host-vesper-admin=def');
  expect(cookie.token).toBe('abc');
  cookie.set('ghi', 1000);
  expect(sent).toEqual(['vesper-admin=ghi; Max-Age=1; Path=/; HttpOnly; SameSite=Strict']);
  expect(cookieOver('https', 'vesper-admin=abc').cookie.token).toBeUndefined();
});
