import { ADMIN_PATTERNS, adminHref } from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallContext, FindActor } from './mount.ts';

interface AdminPages {
  contextOf: (request: FastifyRequest, reply: FastifyReply) => CallContext;
  findActor: FindActor;
  render: (request: FastifyRequest) => Promise<{ html: string; policy: string }>;
  answerWithPage: (error: unknown, reply: FastifyReply) => FastifyReply;
}

/** The document contains nothing confidential: the calls check the caller. */
export function mountAdminPages(app: FastifyInstance, pages: AdminPages): void {
  const errorHandler = (error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
    pages.answerWithPage(error, reply);
  for (const url of Object.values(ADMIN_PATTERNS).flatMap(withSlash)) {
    app.get(url, { errorHandler }, async (request, reply) => {
      const { html, policy } = await pages.render(request);
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex, nofollow')
        .send(html);
    });
  }
  for (const url of withSlash('/admin'))
    app.get(url, { errorHandler }, async (request, reply) => {
      const actor = await pages.findActor(pages.contextOf(request, reply));
      return reply
        .header('cache-control', 'no-store')
        .redirect(adminHref(actor ? 'dashboard' : 'login'), 302);
    });
}

function withSlash(url: string): string[] {
  return [url, `${url}/`];
}
