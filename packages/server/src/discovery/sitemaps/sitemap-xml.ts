import { markupText } from '@vesper/contract';

/** An entry of the index (sitemaps.org, protocol 0.9). */
export interface SitemapEntry {
  loc: string;
  changedAt?: Date | null | undefined;
}

/** The video extension's fields; all addresses absolute. */
export interface SitemapVideo {
  loc: string;
  /** W3C date and time. */
  lastmod: string;
  thumbnail: string;
  title: string;
  description: string;
  /** The film's lasting address, for verified crawlers; '' of a film that is not here. */
  content: string;
  /** The framed player; '' where no other site may frame it. */
  player: string;
  durationSeconds: number;
  publishedAt: string;
  tags: readonly string[];
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const URLSET =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n';

export const URLSET_HEAD = DECLARATION + URLSET;
export const URLSET_FOOT = '</urlset>\n';

/** Limits of the extension's schema, and our own length of a description: most of it says nothing to an engine. */
const TITLE_LENGTH = 100;
export const DESCRIPTION_LENGTH = 1000;
const MOST_TAGS = 32;
const LONGEST_SECONDS = 28_800;

/** The whole index. */
export function sitemapIndex(entries: readonly SitemapEntry[]): string {
  const lines = entries.map(
    ({ loc, changedAt }) =>
      `<sitemap><loc>${markupText(loc)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</sitemap>\n`,
  );
  return `${DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</sitemapindex>\n`;
}

/** A page without more to say. */
export function urlEntry(loc: string): string {
  return `<url><loc>${markupText(loc)}</loc></url>\n`;
}

/**
 * A video's page, in the order of the extension's schema. Views are left out, for they would change the bytes; so are
 * the fields that engines no longer read (category, gallery_loc, price, tvshow). Without a picture, or without film and
 * player, the extension is left out, for it needs these.
 */
export function videoEntry(video: SitemapVideo): string {
  const page = `<url><loc>${markupText(video.loc)}</loc><lastmod>${video.lastmod}</lastmod>`;
  const { content, player, durationSeconds: seconds } = video;
  if (video.thumbnail === '' || (content === '' && player === '')) return `${page}</url>\n`;
  const title = markupText(video.title.slice(0, TITLE_LENGTH));
  let tags = '';
  for (const tag of video.tags.slice(0, MOST_TAGS)) tags += `<video:tag>${markupText(tag)}</video:tag>`;
  return (
    `${page}<video:video><video:thumbnail_loc>${markupText(video.thumbnail)}</video:thumbnail_loc>` +
    `<video:title>${title}</video:title>` +
    `<video:description>${markupText(video.description.slice(0, DESCRIPTION_LENGTH)).trim() || title}</video:description>` +
    (content ? `<video:content_loc>${markupText(content)}</video:content_loc>` : '') +
    (player ? `<video:player_loc>${markupText(player)}</video:player_loc>` : '') +
    (seconds > 0 && seconds <= LONGEST_SECONDS ? `<video:duration>${seconds}</video:duration>` : '') +
    `<video:publication_date>${video.publishedAt}</video:publication_date>${tags}` +
    '<video:family_friendly>no</video:family_friendly><video:live>no</video:live></video:video></url>\n'
  );
}
