import { pageHref, safeText } from '@vesper/contract';
import { hostnameOf } from '@vesper/core/http/origin.ts';
import { etagOf, isKnown } from '@vesper/core/http/preconditions.ts';
import { redirectToSite } from '@vesper/core/http/redirect.ts';
import { sendStream } from '@vesper/core/http/send-stream.ts';
import { sharedForASecond } from '@vesper/core/http/shared-second.ts';
import type { PageSite } from '@vesper/core/http/ssr.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import type { PublicVideosFor } from '@vesper/library/videos';
import type { DomainDirectory } from '@vesper/site/domains';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FEED_FORMATS, type FeedFormat, feedXml, MEDIA_TYPES, updatedAtOf } from './feed-xml.ts';
import { type FeedSite, type FoundFeed, feedOfCategory, feedOfKeyword, feedOfSite } from './feeds.ts';

export interface FeedParts {
  domains: DomainDirectory;
  publicVideosFor: PublicVideosFor;
  refusals: RefusedWords;
  siteOf: (request: FastifyRequest) => Promise<PageSite>;
}

const Name = safeText(200);

/** Each video list as RSS and Atom, under the domain's own name; other names are redirected like pages. */
export function mountFeeds(
  app: FastifyInstance,
  { domains, publicVideosFor, refusals, siteOf }: FeedParts,
): void {
  for (const format of FEED_FORMATS) {
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      find: (site: FeedSite) => Promise<FoundFeed>,
    ) => {
      const startedAt = Date.now();
      const { origin, isOwn, isRedirected } = await siteOf(request);
      if (isRedirected) return redirectToSite(request, reply, origin);
      if (!isOwn) throw notFound();
      const config = await domains.configFor(hostnameOf(request));
      const publicVideos = await publicVideosFor(config.domain);
      const found = await find({ config, origin, publicVideos, refusals, domains });
      // Like pages: a takedown shows with the next request.
      return send(request, reply, { format, found, caching: sharedForASecond(startedAt) });
    };
    app.get(pageHref.feed('/', format), (request, reply) =>
      answer(request, reply, (site) => feedOfSite(site, format)),
    );
    app.get<{ Params: { slug: string } }>(pageHref.feed('/category/:slug', format), (request, reply) =>
      answer(request, reply, (site) => feedOfCategory(site, format, nameIn(request.params.slug))),
    );
    app.get<{ Params: { lang: string; slug: string } }>(
      pageHref.feed('/:lang/:slug', format),
      (request, reply) =>
        answer(request, reply, (site) =>
          feedOfKeyword(site, format, {
            lang: nameIn(request.params.lang),
            slug: nameIn(request.params.slug),
          }),
        ),
    );
  }
}

function nameIn(text: string): string {
  if (!Name.safeParse(text).success) throw notFound();
  return text;
}

/** Validated by a hash only: a removal does not make the newest video newer (RFC 9110, section 13.2.1). */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { format, found, caching }: { format: FeedFormat; found: FoundFeed; caching: Record<string, string> },
) {
  if ('isGone' in found) throw found.isGone ? gone() : notFound();
  if ('movedTo' in found) return reply.redirect(pageHref.feed(found.movedTo, format), 301);
  const text = feedXml(found.feed, format);
  const tag = etagOf(text);
  reply
    .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
    .header('etag', `W/${tag}`)
    // A 304 needs it too (RFC 9110, section 15.4.5).
    .header('vary', 'accept-encoding')
    .headers(caching)
    // Search engines should find the pages instead.
    .header('x-robots-tag', 'noindex, follow');
  const updatedAt = updatedAtOf(found.feed);
  if (updatedAt) reply.header('last-modified', updatedAt.toUTCString());
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return sendStream(request, reply, () => [text]);
}

function notFound(): AppError {
  return new AppError('not_found', 'This feed does not exist.');
}

function gone(): AppError {
  return new AppError('gone', 'The list of this feed is gone.');
}
