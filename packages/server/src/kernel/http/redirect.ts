import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

/**
 * Redirects to the same address at the site's own name; for minutes only, as the operator may yet give this name a
 * domain, or find that a proxy redirects the other way.
 */
export function redirectToSite(request: FastifyRequest, reply: FastifyReply, origin: string): FastifyReply {
  // Without its slash an address would become part of the host's name.
  if (!request.url.startsWith('/')) throw new AppError('bad_request', 'The address must begin with a slash.');
  return reply
    .code(308)
    .header('cache-control', 'public, max-age=300')
    .header('vary', 'x-forwarded-host')
    .header('location', origin + request.url)
    .send();
}

/** Redirects for good to where something has moved; kept for minutes only, as a move can be undone. */
export function redirectForGood(reply: FastifyReply, address: string): FastifyReply {
  return reply.code(301).header('cache-control', 'public, max-age=300').header('location', address).send();
}
