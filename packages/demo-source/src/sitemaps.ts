import { gzipSync } from 'node:zlib';
import { type ClipEntry, clipAddresses } from './entries.ts';
import { escaped } from './markup.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const VIDEO_NAMESPACE = 'http://www.google.com/schemas/sitemap-video/1.1';

/** An address in a child sitemap: a clip's page, or one without a video. */
export type SitemapAddress =
  | { readonly entry: ClipEntry }
  | { readonly path: string; readonly changedAt: Date };

/** The index of the child sitemaps, named `/sitemaps/videos-N.xml.gz` from 1 (sitemaps.org protocol 0.9). */
export function sitemapIndex(origin: string, children: readonly (readonly SitemapAddress[])[]): string {
  const items = children.map((child, index) => {
    const changedAt = new Date(Math.max(...child.map((address) => changeOf(address).getTime())));
    const location = `${origin}/sitemaps/videos-${index + 1}.xml.gz`;
    return `<sitemap><loc>${escaped(location)}</loc><lastmod>${changedAt.toISOString()}</lastmod></sitemap>`;
  });
  return `${XML}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${items.join('\n')}\n</sitemapindex>\n`;
}

/** A child sitemap, gzip; clips whose entry says so carry the video extension. */
export function sitemapChild(origin: string, addresses: readonly SitemapAddress[]): Buffer {
  const items = addresses.map((address) => urlElement(origin, address));
  const namespaces = `xmlns="${SITEMAP_NAMESPACE}" xmlns:video="${VIDEO_NAMESPACE}"`;
  return gzipSync(`${XML}<urlset ${namespaces}>\n${items.join('\n')}\n</urlset>\n`);
}

function urlElement(origin: string, address: SitemapAddress): string {
  const location = 'path' in address ? origin + address.path : clipAddresses(origin, address.entry.clip).page;
  const video = 'entry' in address && address.entry.inSitemap ? videoElement(origin, address.entry) : '';
  const changedAt = changeOf(address).toISOString();
  return `<url><loc>${escaped(location)}</loc><lastmod>${changedAt}</lastmod>${video}</url>`;
}

function videoElement(origin: string, { clip }: ClipEntry): string {
  const { media, thumbnail } = clipAddresses(origin, clip);
  const element = (name: string, text: string) => `<video:${name}>${escaped(text)}</video:${name}>`;
  const parts = [
    element('thumbnail_loc', thumbnail),
    element('title', clip.title),
    element('description', clip.description),
    element('content_loc', media),
    element('duration', String(clip.durationSeconds)),
    element('publication_date', clip.publishedAt.toISOString()),
    ...clip.tags.map((tag) => element('tag', tag)),
    element('category', clip.category),
  ];
  return `\n<video:video>${parts.join('')}</video:video>\n`;
}

function changeOf(address: SitemapAddress): Date {
  return 'path' in address ? address.changedAt : address.entry.clip.publishedAt;
}
