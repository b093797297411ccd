import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

/** To the same address on the site's own host. Cached for minutes: the operator may yet set up a domain for this host. */
export function redirectToSite(request: FastifyRequest, reply: FastifyReply, origin: string): FastifyReply {
  // Without its slash the address would extend the host name.
  if (!request.url.startsWith('/')) throw new AppError('bad_request', 'The address must begin with a slash.');
  return reply
    .code(308)
    .header('cache-control', 'public, max-age=300')
    .header('vary', 'x-forwarded-host')
    .header('location', origin + request.url)
    .send();
}

/** Cached for minutes only: a move can be undone. */
export function redirectForGood(reply: FastifyReply, address: string): FastifyReply {
  return reply.code(301).header('cache-control', 'public, max-age=300').header('location', address).send();
}
