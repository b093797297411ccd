import type { Call } from '@vesper/contract';
import { contextOf } from '@vesper/core/http/app.ts';
import { type Actor, authorise, type CallContext, type FindActor } from '@vesper/core/http/mount.ts';
import { refuseForeignOrigin } from '@vesper/core/http/origin.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Owner {
  administrator: Actor;
  visitor: CallContext['visitor'];
}

/**
 * Who may do with files what the call does with their drafts: the only place that decides it. Throws forbidden for a
 * page of another site or a token without that scope, and unauthorized.
 */
export async function requireOwner(
  call: Call,
  { request, reply, findActor }: { request: FastifyRequest; reply: FastifyReply; findActor: FindActor },
): Promise<Owner> {
  refuseForeignOrigin(call, request);
  const context = contextOf(request, reply);
  await authorise(call, context, { findActor });
  const { actor, visitor } = context;
  if (!actor) throw new Error('Uploads belong to administrators.');
  return { administrator: actor, visitor };
}
