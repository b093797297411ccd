import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { drainOutbox } from '../../kernel/db/outbox.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { isKnown } from '../../kernel/http/preconditions.ts';
import { redirectToSite } from '../../kernel/http/redirect.ts';
import { sendStream } from '../../kernel/http/send-stream.ts';
import { sharedForASecond } from '../../kernel/http/shared-second.ts';
import type { PageSite } from '../../kernel/http/ssr.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import { createHeld } from '../../kernel/lib/held.ts';
import type { RefusedWords } from '../../kernel/lib/text/refused-words.ts';
import type { PublicVideosFor } from '../../library/videos/index.ts';
import { type DomainDirectory, domainOf } from '../../site/domains/index.ts';
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

/** By the domain's own name; other names are redirected like pages. */
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
    // A refusal must not have these headers.
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
