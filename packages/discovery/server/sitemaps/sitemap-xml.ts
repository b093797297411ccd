import { markupText } from '@vesper/contract';
import { MOST_VIDEOS_INSIDE } from './shards.ts';

/** sitemaps.org, protocol 0.9. */
export interface SitemapEntry {
  loc: string;
  changedAt?: Date | null | undefined;
}

/** Addresses are absolute and escaped. */
export interface SitemapVideo {
  loc: string;
  /** W3C date and time. */
  lastmod: string;
  thumbnail: string;
  title: string;
  description: string;
  /** For verified crawlers; '' if the film is not stored here. */
  content: string;
  /** '' if no other site may frame it. */
  player: string;
  durationSeconds: number;
  publishedAt: string;
  /** One per line. */
  tags: string;
}

/** The protocol allows 50 MiB. */
const MOST_BYTES = 50 * 1024 * 1024 - 1000;
/** Most entries take a thousand. */
export const MOST_ENTRY_BYTES = Math.floor(MOST_BYTES / MOST_VIDEOS_INSIDE);

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const URLSET =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n';

export const URLSET_HEAD = DECLARATION + URLSET;
export const URLSET_FOOT = '</urlset>\n';

/** The schema's limits, and our own for descriptions. */
const TITLE_LENGTH = 100;
export const DESCRIPTION_LENGTH = 1000;
export const MOST_TAGS = 32;
const LONGEST_SECONDS = 28_800;

export function sitemapIndex(entries: readonly SitemapEntry[]): string {
  const lines = entries.map(
    ({ loc, changedAt }) =>
      `<sitemap><loc>${markupText(loc)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</sitemap>\n`,
  );
  return `${DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</sitemapindex>\n`;
}

export function urlEntry(loc: string): string {
  return `<url><loc>${markupText(loc)}</loc></url>\n`;
}

/** Ever fewer details, until the entry is short enough. */
const DETAILS = [
  { hasTags: true, description: DESCRIPTION_LENGTH },
  { hasTags: true, description: DESCRIPTION_LENGTH / 2 },
  { hasTags: false, description: DESCRIPTION_LENGTH / 2 },
  { hasTags: false, description: 0 },
];

/** At most MOST_ENTRY_BYTES. */
export function videoEntry(video: SitemapVideo): string {
  const page = `<url><loc>${video.loc}</loc><lastmod>${video.lastmod}</lastmod>`;
  const { thumbnail, content, player } = video;
  if (thumbnail !== '' && (content !== '' || player !== ''))
    for (const details of DETAILS) {
      const entry = `${page}${extension(video, details)}</url>\n`;
      if (isShort(entry)) return entry;
    }
  return `${page}</url>\n`;
}

/** In schema order. Leaves out views, which would change the bytes, and fields that engines no longer read. */
function extension(video: SitemapVideo, most: (typeof DETAILS)[number]): string {
  const title = markupText(video.title.slice(0, TITLE_LENGTH));
  const { content, player, durationSeconds: seconds } = video;
  const tags = most.hasTags && video.tags !== '' ? tagElements(video.tags) : '';
  return (
    `<video:video><video:thumbnail_loc>${video.thumbnail}</video:thumbnail_loc>` +
    `<video:title>${title}</video:title>` +
    `<video:description>${markupText(video.description.slice(0, most.description)).trim() || title}</video:description>` +
    (content ? `<video:content_loc>${content}</video:content_loc>` : '') +
    (player ? `<video:player_loc>${player}</video:player_loc>` : '') +
    (seconds > 0 && seconds <= LONGEST_SECONDS ? `<video:duration>${seconds}</video:duration>` : '') +
    `<video:publication_date>${video.publishedAt}</video:publication_date>${tags}` +
    '<video:family_friendly>no</video:family_friendly><video:live>no</video:live></video:video>'
  );
}

function tagElements(tags: string): string {
  return `<video:tag>${markupText(tags).replaceAll('\n', '</video:tag><video:tag>')}</video:tag>`;
}

function isShort(entry: string): boolean {
  // At most three bytes per UTF-16 unit.
  return entry.length * 3 <= MOST_ENTRY_BYTES || Buffer.byteLength(entry) <= MOST_ENTRY_BYTES;
}
