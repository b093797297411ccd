import { AdminCheck, type Call, ERROR_STATUS } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { AppError } from '../lib/app-error.ts';
import { bearerOf, refuseForeignOrigin } from './origin.ts';

type Headers = Record<string, string>;

/** 200 if allowed. */
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
  // Trust the browser: a proxy may have changed the Host header.
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

const NO_PROOF: Headers = {};

test.each(FROM_HERE)('our pages may make every call: %j', (headers) => {
  for (const caller of ['admin', 'sign-in', 'public'] as const) expect(statusOf(caller, headers)).toBe(200);
  expect(statusOf('admin', headers, 'GET')).toBe(200);
});

test.each([...FROM_ELSEWHERE, NO_PROOF, { referer: 'https://films.test/dashboard' }])(
  'an unsafe call of the back office needs proof: %j',
  (headers) => {
    for (const method of ['POST', 'PATCH', 'DELETE'] as const)
      expect(statusOf('admin', headers, method)).toBe(403);
    expect(statusOf('sign-in', headers)).toBe(403);
  },
);

test.each(FROM_ELSEWHERE)('other sites may only read visitors’ calls: %j', (headers) => {
  expect(statusOf('public', headers)).toBe(403);
  for (const caller of ['sign-in', 'public'] as const) expect(statusOf(caller, headers, 'GET')).toBe(200);
  if (headers['sec-fetch-site'] === 'none') return;
  expect(statusOf('admin', headers, 'GET')).toBe(403);
  expect(statusOf('admin', { ...headers, authorization: 'Bearer vesper_x' }, 'GET')).toBe(200);
});

test('programs and typed addresses pass where nothing speaks against it', () => {
  expect(statusOf('public', NO_PROOF)).toBe(200);
  for (const headers of [NO_PROOF, { 'sec-fetch-site': 'none' }])
    expect(statusOf('admin', headers, 'GET')).toBe(200);
});

test.each([
  ['Bearer vesper_abc', 'vesper_abc'],
  ['bearer vesper_abc', 'vesper_abc'],
  // Refused as a token, instead of falling back to a session.
  ['Bearer ###', '###'],
  ['Bearer', ''],
  // A proxy's own password.
  ['Basic abc', undefined],
  [undefined, undefined],
])('of "Authorization: %s" the token is %s', (authorization, token) => {
  expect(bearerOf({ headers: { authorization } } as FastifyRequest)).toBe(token);
});
