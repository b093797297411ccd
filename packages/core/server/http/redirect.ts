import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

/** To this address at the site's own name. Kept for minutes: the operator may still give this name a domain. */
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

/** Kept for minutes only: a move can be undone. */
export function redirectForGood(reply: FastifyReply, address: string): FastifyReply {
  return reply.code(301).header('cache-control', 'public, max-age=300').header('location', address).send();
}
