import { AdminCheck, type Call, ERROR_STATUS } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../lib/app-error.ts';
import { bearerOf, refuseForeignOrigin } from './origin.ts';

type Headers = Record<string, string>;

/** The status of a call made with these headers: 200 where it is let through. */
function statusOf(caller: Call['caller'], headers: Headers, method: Call['method'] = 'POST'): number {
  const shape = { method, path: '/call', summary: '', output: AdminCheck, errors: [] };
  const call: Call =
    caller === 'admin' ? { ...shape, caller, area: 'site', undo: 'nothing lost' } : { ...shape, caller };
  try {
    refuseForeignOrigin(call, { headers: { host: 'films.test', ...headers } } as unknown as FastifyRequest);
    return 200;
  } catch (error) {
    return ERROR_STATUS[(error as AppError).code];
  }
}

const FROM_HERE: Headers[] = [
  { 'sec-fetch-site': 'same-origin' },
  { origin: 'https://films.test' },
  { origin: 'http://films.test' },
  { origin: 'https://films.test:443' },
  { host: 'films.test:3000', origin: 'http://films.test:3000' },
  { host: 'Films.test', origin: 'https://films.test' },
  // The browser's own word counts, where a proxy has changed the Host header.
  { 'sec-fetch-site': 'same-origin', origin: 'https://other.test' },
];

const FROM_ELSEWHERE: Headers[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://films.test' },
  { origin: 'https://other.test' },
  { origin: 'https://films.test.other.test' },
  { origin: 'https://films.test:8443' },
  { origin: 'https://films.test@other.test' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'films.test' },
  { origin: 'file://films.test' },
  { host: 'films.test:3000', origin: 'http://films.test' },
];

describe('a call of the back office that changes something', () => {
  test.each(FROM_HERE)('is let through from here: %j', (headers) => {
    expect(statusOf('admin', headers)).toBe(200);
    expect(statusOf('sign-in', headers)).toBe(200);
  });

  test.each([...FROM_ELSEWHERE, {}, { referer: 'https://films.test/dashboard' }])(
    'is refused without proof: %j',
    (headers) => {
      for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
        expect(statusOf('admin', headers, method)).toBe(403);
      }
      expect(statusOf('sign-in', headers)).toBe(403);
    },
  );
});

describe("a visitor's call", () => {
  test.each([...FROM_HERE, {}])('is let through: %j', (headers) => {
    expect(statusOf('public', headers)).toBe(200);
  });

  test.each(FROM_ELSEWHERE)('is refused where a page of another site has sent it: %j', (headers) => {
    expect(statusOf('public', headers)).toBe(403);
  });
});

test.each([...FROM_ELSEWHERE, {}])(
  "reading what is a visitor's is not asked where it comes from: %j",
  (headers) => {
    for (const caller of ['sign-in', 'public'] as const) {
      expect(statusOf(caller, headers, 'GET')).toBe(200);
    }
  },
);

describe('reading of the back office', () => {
  test.each([...FROM_HERE, {}, { 'sec-fetch-site': 'none' }])(
    'is let through from here, from a program, and where the address was typed: %j',
    (headers) => {
      expect(statusOf('admin', headers, 'GET')).toBe(200);
    },
  );

  test.each(FROM_ELSEWHERE.filter((headers) => headers['sec-fetch-site'] !== 'none'))(
    'is refused to a page of another site: %j',
    (headers) => {
      expect(statusOf('admin', headers, 'GET')).toBe(403);
      expect(statusOf('admin', { ...headers, authorization: 'Bearer vesper_x' }, 'GET')).toBe(200);
    },
  );
});

test.each([
  ['Bearer vesper_abc', 'vesper_abc'],
  ['bearer vesper_abc', 'vesper_abc'],
  // What can be no token is refused as one, instead of giving way to a session.
  ['Bearer ###', '###'],
  ['Bearer', ''],
  // A proxy in front may ask for a password of its own.
  ['Basic abc', undefined],
  [undefined, undefined],
])('of "Authorization: %s" the token is %s', (authorization, token) => {
  expect(bearerOf({ headers: { authorization } } as FastifyRequest)).toBe(token);
});
