import { isOwnHost, siteOrigin } from '@vesper/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hostnameOf, originOf } from '../../kernel/http/origin.ts';
import { sharedForASecond } from '../../kernel/http/shared-second.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { getVideo, type PublicVideosFor } from '../../library/videos/index.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';
import { type OembedAnswer, oembedAnswer, oembedXml } from './answer.ts';
import { readRequest } from './read-request.ts';

export interface OembedDeps {
  domains: DomainDirectory;
  publicVideosFor: PublicVideosFor;
}

/** The pages that have an answer: a video's, and its framed player. */
const PAGE = /^\/(?:video|embed)\/([^/]+)\/?$/;

/** Serves /oembed (oembed.com, 1.0): what another site needs to show a video in a page of its own. */
export function mountOembed(app: FastifyInstance, deps: OembedDeps): void {
  app.get('/oembed', async (request, reply) => {
    const startedAt = Date.now();
    const { page, format, most } = readRequest(request.query as Record<string, unknown>);
    if (format !== 'json' && format !== 'xml')
      return reply.code(501).send({ error: 'bad_request', message: 'format must be json or xml.' });
    const config = await deps.domains.configFor(page.hostname);
    const isOurs = isOwnHost(config, page.origin) || page.hostname === hostnameOf(request);
    const id = idOf(page);
    if (!isOurs || id === undefined)
      throw new AppError('not_found', 'This is not a video page of this site.');
    if (config.embedding.sites === 'nobody')
      throw new AppError('unauthorized', 'The videos of this site may not be shown on other sites.');
    const video = await getVideo(await deps.publicVideosFor(config.domain), id);
    const origin = siteOrigin(config, originOf(request));
    // As pages: shared caches may keep it only briefly, because of takedowns.
    reply.headers(sharedForASecond(startedAt));
    return send(reply, format, oembedAnswer({ video, config, origin, most }));
  });
}

function idOf({ pathname }: URL): string | undefined {
  const [, id] = PAGE.exec(pathname) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

function send(reply: FastifyReply, format: 'json' | 'xml', answer: OembedAnswer): FastifyReply {
  reply
    // For editors that ask from a browser.
    .header('access-control-allow-origin', '*');
  if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(oembedXml(answer));
  return reply.type('application/json; charset=utf-8').send(answer);
}
