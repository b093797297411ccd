import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { isKnown } from '@vesper/core/http/preconditions.ts';
import { redirectToSite } from '@vesper/core/http/redirect.ts';
import { sendStream } from '@vesper/core/http/send-stream.ts';
import { sharedForASecond } from '@vesper/core/http/shared-second.ts';
import type { PageSite } from '@vesper/core/http/ssr.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import type { PublicVideosFor } from '@vesper/library/videos';
import { type DomainDirectory, domainOf } from '@vesper/site/domains';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { selectKeywordRanges } from './page-queries.ts';
import { findSitemap, indexSitemap, type Sitemap, type SitemapSite } from './sitemaps.ts';
import { createStreamTurns } from './stream-turns.ts';

/** A refresh reads all keyword pages. */
const KEYWORDS_MS = 30_000;

export interface SitemapParts {
  db: Db;
  counts: Counts;
  refusals: RefusedWords;
  domains: DomainDirectory;
  publicVideosFor: PublicVideosFor;
  siteOf: (request: FastifyRequest) => Promise<PageSite>;
}

/** Under the domain's own name; other names are redirected like pages. */
export function mountSitemapFiles(
  app: FastifyInstance,
  { db, domains, publicVideosFor, siteOf, counts, refusals }: SitemapParts,
): void {
  const keywords = createHeld(() => selectKeywordRanges(db), KEYWORDS_MS);
  const takeTurn = createStreamTurns(counts);
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    find: (site: SitemapSite) => Promise<Sitemap | undefined>,
  ) {
    const startedAt = Date.now();
    const { isOwn, isRedirected, ...own } = await siteOf(request);
    if (isRedirected) return redirectToSite(request, reply, own.origin);
    if (!isOwn) throw notFound();
    const { config, origin } = await domainOf(request, domains);
    const { db, addresses } = await publicVideosFor(config.domain);
    // Only the version may lag behind.
    await drainOutbox(db).catch(() => {});
    const share = await domains.shareFor(config.domain);
    const sitemap = await find({
      db,
      refusals,
      addresses,
      share,
      origin,
      isFramed: config.embedding.sites !== 'nobody',
    });
    if (!sitemap) throw notFound();
    const isHeld = isKnown(request.headers['if-none-match'], sitemap.etag);
    // An error must not have these headers.
    if (!isHeld && request.method !== 'HEAD') await takeTurn(request, reply);
    reply
      .type('application/xml; charset=utf-8')
      .header('etag', `W/${sitemap.etag}`)
      // A 304 needs it too (RFC 9110, section 15.4.5).
      .header('vary', 'accept-encoding')
      // Like pages: a takedown shows with the next request.
      .headers(sharedForASecond(startedAt));
    return isHeld ? reply.code(304).send() : sendStream(request, reply, sitemap.pieces);
  }
  app.get('/sitemap.xml', async (request, reply) =>
    send(request, reply, async (site) => indexSitemap(site, await keywords.get())),
  );
  app.get<{ Params: { name: string } }>('/sitemap-:name(^[a-zA-Z0-9-]+).xml', async (request, reply) =>
    send(request, reply, (site) => findSitemap(site, request.params.name)),
  );
}

function notFound(): AppError {
  return new AppError('not_found', 'This sitemap does not exist.');
}
