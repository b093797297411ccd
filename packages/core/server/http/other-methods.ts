import { PAGE_PATTERNS } from '@vesper/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { addressOf } from './route-name.ts';

/** Without keyword pages, whose pattern matches any two segments. */
const PAGES = Object.values(PAGE_PATTERNS).filter((pattern) => pattern !== PAGE_PATTERNS.keyword);

/** Answers 405 with the methods allowed (RFC 9110, section 15.5.6). Calls have routes for that. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known: { address: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method, constraints }) => {
    // Operators' routes do not exist for strangers.
    if (constraints || url.startsWith('/api/')) return;
    const patterns = url === '/*' ? PAGES : [url].filter((pattern) => !pattern.includes('*'));
    for (const pattern of patterns) known.push({ address: addressOf(pattern), methods: [method].flat() });
  });
  // A hook, so that no body is read.
  app.addHook('onRequest', async ({ is404, method, url }, reply) => {
    if (!is404) return;
    const allowed = known.filter(({ address }) => address.test(url)).flatMap(({ methods }) => methods);
    if (allowed.length === 0) return;
    reply.header('allow', [...new Set(allowed)].join(', '));
    throw methodNotAllowed(method);
  });
}

export function methodNotAllowed(method: string): AppError {
  return new AppError('method_not_allowed', `${method} is not possible here.`);
}
