import {
  type DomainConfig,
  embedCode,
  type FrameSize,
  frameSize,
  isOwnHost,
  markupText,
  pageHref,
  sharePicture,
  siteOrigin,
  type Video,
} from '@vesper/contract';
import { hostnameOf, originOf } from '@vesper/core/http/origin.ts';
import { sharedForASecond } from '@vesper/core/http/shared-second.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { getVideo, type PublicVideosFor } from '@vesper/library/videos';
import type { DomainDirectory } from '@vesper/site/domains';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface OembedDeps {
  domains: DomainDirectory;
  publicVideosFor: PublicVideosFor;
}

const PAGE = /^\/(?:video|embed)\/([^/]+)\/?$/;

/** oembed.com, 1.0. */
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
    // Like pages: briefly, because of takedowns.
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
  // For editors that fetch from a browser.
  reply.header('access-control-allow-origin', '*');
  if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(oembedXml(answer));
  return reply.type('application/json; charset=utf-8').send(answer);
}

/** oEmbed 1.0, sections 2.3.4 and 2.3.4.2, in the order of writing. */
type OembedAnswer = Record<string, string | number>;

/** For consumers. Short, because of takedowns. */
const CACHE_SECONDS = 3600;

interface Shown {
  video: Video;
  config: DomainConfig;
  origin: string;
  /** The consumer's size limits. */
  most: Partial<FrameSize>;
}

function oembedAnswer({ video, config, origin, most }: Shown): OembedAnswer {
  const size = frameSize(video, most);
  const home = origin + pageHref.home();
  return {
    type: 'video',
    version: '1.0',
    title: video.title,
    author_name: config.brandName,
    author_url: home,
    provider_name: config.siteName,
    provider_url: home,
    cache_age: CACHE_SECONDS,
    html: embedCode({ src: origin + pageHref.embed(video.id), title: video.title, ...size }),
    ...size,
    ...thumbnailOf(video, origin, most),
  };
}

/** All three fields or none. */
function thumbnailOf({ thumbnailUrl }: Video, origin: string, most: Partial<FrameSize>) {
  const share = sharePicture(thumbnailUrl, most);
  if (!share) return {};
  return { thumbnail_url: origin + share.url, thumbnail_width: share.width, thumbnail_height: share.height };
}

function oembedXml(answer: OembedAnswer): string {
  const elements = Object.entries(answer).map(
    ([name, value]) => `<${name}>${markupText(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${elements.join('\n')}\n</oembed>\n`;
}

interface OembedRequest {
  page: URL;
  /** In lower case. */
  format: string;
  most: Partial<FrameSize>;
}

const LONGEST_ADDRESS = 2000;

/** oEmbed 1.0, section 2.2. Throws bad_request. */
function readRequest(query: Record<string, unknown>): OembedRequest {
  return {
    page: readPage(query.url),
    format: query.format === undefined ? 'json' : String(query.format).toLowerCase(),
    most: { ...readSide('width', query.maxwidth), ...readSide('height', query.maxheight) },
  };
}

function readPage(url: unknown): URL {
  const page =
    typeof url === 'string' && url.length <= LONGEST_ADDRESS && URL.canParse(url) ? new URL(url) : undefined;
  if (page && /^https?:$/.test(page.protocol)) return page;
  throw new AppError('bad_request', 'url must be the full address of a video page, including https://.');
}

function readSide(side: keyof FrameSize, value: unknown): Partial<FrameSize> {
  if (value === undefined) return {};
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value))
    throw new AppError('bad_request', `max${side} must be a whole number of pixels, from 1.`);
  return { [side]: Number(value) };
}
