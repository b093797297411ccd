import { markupText, type SharePicture } from '@vesper/contract';

/** All addresses are absolute. */
export interface Feed {
  title: string;
  description: string;
  /** BCP 47. */
  language: string;
  page: string;
  self: string;
  author: string;
  items: readonly FeedItem[];
}

export interface FeedItem {
  /** The video's page, which also identifies the item. */
  page: string;
  title: string;
  description: string;
  publishedAt: Date;
  /** The last change of anything shown. */
  updatedAt: Date;
  category: string;
  tags: readonly string[];
  /** Undefined where no other site may frame it. */
  player: string | undefined;
  /** The size of a foreign picture is unknown. */
  picture: (Pick<SharePicture, 'url'> & Partial<SharePicture>) | undefined;
  durationSeconds: number;
}

export const FEED_FORMATS = ['rss', 'atom'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const MEDIA_TYPES = { rss: 'application/rss+xml', atom: 'application/atom+xml' } as const;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const MEDIA = 'xmlns:media="http://search.yahoo.com/mrss/"';
/** The whole text is on the page. */
const DESCRIPTION_LENGTH = 1000;

/** Undefined for an empty feed. */
export function updatedAtOf({ items }: Feed): Date | undefined {
  if (items.length === 0) return undefined;
  return new Date(Math.max(...items.map(({ updatedAt }) => updatedAt.getTime())));
}

export function feedXml(feed: Feed, format: FeedFormat): string {
  return format === 'rss' ? rssXml(feed) : atomXml(feed);
}

function rssXml(feed: Feed): string {
  const updatedAt = updatedAtOf(feed);
  return (
    `${DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" ${MEDIA}>\n<channel>` +
    element('title', feed.title) +
    element('link', feed.page) +
    element('description', feed.description) +
    element('language', feed.language) +
    (updatedAt ? element('lastBuildDate', updatedAt.toUTCString()) : '') +
    `<atom:link rel="self" type="${MEDIA_TYPES.rss}" href="${markupText(feed.self)}"/>\n` +
    `${feed.items.map(rssItem).join('')}</channel>\n</rss>\n`
  );
}

/** Readers parse an RSS description as HTML: the text is escaped twice. */
function rssItem(item: FeedItem): string {
  return (
    `<item>${element('title', item.title)}${element('link', item.page)}` +
    `<guid isPermaLink="true">${markupText(item.page)}</guid>` +
    element('pubDate', item.publishedAt.toUTCString()) +
    (item.category ? element('category', item.category) : '') +
    `${element('description', markupText(described(item)))}${mediaOf(item)}</item>\n`
  );
}

/** Atom (RFC 4287) with Media RSS. An empty feed needs a time too. */
function atomXml(feed: Feed): string {
  return (
    `${DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" ${MEDIA} xml:lang="${markupText(feed.language)}">` +
    element('id', feed.page) +
    element('title', feed.title) +
    element('subtitle', feed.description) +
    element('updated', (updatedAtOf(feed) ?? new Date(0)).toISOString()) +
    `<author>${element('name', feed.author)}</author>` +
    `<link rel="self" type="${MEDIA_TYPES.atom}" href="${markupText(feed.self)}"/>` +
    `<link rel="alternate" type="text/html" href="${markupText(feed.page)}"/>\n` +
    `${feed.items.map(atomEntry).join('')}</feed>\n`
  );
}

function atomEntry(item: FeedItem): string {
  return (
    `<entry>${element('id', item.page)}${element('title', item.title)}` +
    `<link rel="alternate" type="text/html" href="${markupText(item.page)}"/>` +
    element('published', item.publishedAt.toISOString()) +
    element('updated', item.updatedAt.toISOString()) +
    (item.category ? `<category term="${markupText(item.category)}"/>` : '') +
    `${element('summary', described(item))}${mediaOf(item)}</entry>\n`
  );
}

/** Links the player, not the film, whose lasting address is for search engines only. */
function mediaOf(item: FeedItem): string {
  const { picture, player, durationSeconds: seconds } = item;
  const shown =
    `<media:title type="plain">${markupText(item.title)}</media:title>` +
    `<media:description type="plain">${markupText(described(item))}</media:description>` +
    (picture ? `<media:thumbnail url="${markupText(picture.url)}"${sizeOf(picture)}/>` : '');
  const about =
    shown +
    (item.tags.length > 0 ? element('media:keywords', item.tags.join(', ')) : '') +
    '<media:rating scheme="urn:simple">adult</media:rating>';
  // Media RSS requires an address or a player. Many readers look for a picture only in the item.
  if (player === undefined) return about;
  const length = seconds > 0 ? ` duration="${seconds}"` : '';
  return `<media:content medium="video"${length}><media:player url="${markupText(player)}"/>${about}</media:content>${shown}`;
}

function sizeOf({ width, height }: Partial<SharePicture>): string {
  return width && height ? ` width="${width}" height="${height}"` : '';
}

function described({ title, description }: FeedItem): string {
  return description.slice(0, DESCRIPTION_LENGTH).trim() || title;
}

function element(name: string, text: string): string {
  return `<${name}>${markupText(text)}</${name}>`;
}
