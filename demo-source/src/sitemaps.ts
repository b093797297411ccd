import { gzipSync } from 'node:zlib';
import type { Clip } from './clip.ts';
import { clipAddresses, escaped } from './pages.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const VIDEO_NAMESPACE = 'http://www.google.com/schemas/sitemap-video/1.1';
const CLIPS_PER_CHILD = 14;
const ABOUT = { path: '/about-this-site', changedAt: '2026-01-15T00:00:00Z' };

/** Lists `/sitemaps/videos-N.xml.gz` from 1 (sitemaps.org protocol 0.9). */
export function sitemapIndex(origin: string, clips: readonly Clip[]): string {
  const children = Array.from({ length: Math.ceil(clips.length / CLIPS_PER_CHILD) }, (_, index) => {
    const changedAt = clips[index * CLIPS_PER_CHILD]?.publishedAt.toISOString();
    const location = `${escaped(origin)}/sitemaps/videos-${index + 1}.xml.gz`;
    return `<sitemap><loc>${location}</loc><lastmod>${changedAt}</lastmod></sitemap>`;
  });
  return `${XML}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${children.join('\n')}\n</sitemapindex>\n`;
}

/** Gzip; two of three clips carry the video extension. Undefined if there is no such part. */
export function sitemapChild(origin: string, clips: readonly Clip[], part: number): Buffer | undefined {
  const start = (part - 1) * CLIPS_PER_CHILD;
  const shown = clips.slice(start, start + CLIPS_PER_CHILD);
  if (part < 1 || shown.length === 0) return undefined;
  const items = shown.map((clip, index) => {
    const video = (start + index) % 3 === 1 ? '' : videoElement(origin, clip);
    return urlElement(clipAddresses(origin, clip).page, clip.publishedAt.toISOString(), video);
  });
  if (part === 1) items.push(urlElement(origin + ABOUT.path, ABOUT.changedAt, ''));
  const namespaces = `xmlns="${SITEMAP_NAMESPACE}" xmlns:video="${VIDEO_NAMESPACE}"`;
  return gzipSync(`${XML}<urlset ${namespaces}>\n${items.join('\n')}\n</urlset>\n`);
}

function urlElement(location: string, changedAt: string, video: string): string {
  return `<url><loc>${escaped(location)}</loc><lastmod>${changedAt}</lastmod>${video}</url>`;
}

function videoElement(origin: string, clip: Clip): string {
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
