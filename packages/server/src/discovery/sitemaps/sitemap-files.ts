import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../kernel/db/pool.ts';
import { isKnown } from '../../kernel/http/preconditions.ts';
import { sendStream } from '../../kernel/http/send-stream.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import { createHeld } from '../../kernel/lib/held.ts';
import type { PublicVideosFor } from '../../library/videos/index.ts';
import { type DomainDirectory, domainOf } from '../../site/domains/index.ts';
import { selectKeywordStretches } from './page-queries.ts';
import { findSitemap, indexSitemap, type Sitemap, type SitemapSite } from './sitemaps.ts';
import { createStreamTurns } from './stream-turns.ts';

/** To find out which sitemaps of keywords there are reads all pages of keywords. */
const KEYWORDS_MS = 30_000;

export interface SitemapParts {
  db: Db;
  counts: Counts;
  domains: DomainDirectory;
  publicVideosFor: PublicVideosFor;
}

/** Serves a domain's sitemaps, by its own name only. */
export function mountSitemapFiles(
  app: FastifyInstance,
  { db, domains, publicVideosFor, counts }: SitemapParts,
): void {
  const keywords = createHeld(() => selectKeywordStretches(db), KEYWORDS_MS);
  const takeTurn = createStreamTurns(counts);
  async function sitemapSite(request: FastifyRequest): Promise<SitemapSite> {
    const { config, origin, isOwn } = await domainOf(request, domains);
    if (!isOwn) throw notFound();
    const { db, addresses } = await publicVideosFor(config.domain);
    const share = await domains.shareFor(config.domain);
    return { db, addresses, share, origin, isFramed: config.embedding.sites !== 'nobody' };
  }
  async function send(request: FastifyRequest, reply: FastifyReply, sitemap: Sitemap | undefined) {
    if (!sitemap) throw notFound();
    const isHeld = isKnown(request.headers['if-none-match'], sitemap.etag);
    // Before the headers, which a refusal must not have.
    if (!isHeld && request.method !== 'HEAD') await takeTurn(request, reply);
    reply
      .type('application/xml; charset=utf-8')
      .header('etag', `W/${sitemap.etag}`)
      // As pages: a takedown is out with the next request.
      .header('cache-control', 'public, max-age=0, s-maxage=1, must-revalidate');
    return isHeld ? reply.code(304).send() : sendStream(request, reply, sitemap.pieces);
  }
  app.get('/sitemap.xml', async (request, reply) =>
    send(request, reply, await indexSitemap(await sitemapSite(request), await keywords.get())),
  );
  app.get<{ Params: { name: string } }>('/sitemap-:name(^[a-zA-Z0-9-]+).xml', async (request, reply) =>
    send(request, reply, await findSitemap(await sitemapSite(request), request.params.name)),
  );
}

function notFound(): AppError {
  return new AppError('not_found', 'This sitemap does not exist.');
}
