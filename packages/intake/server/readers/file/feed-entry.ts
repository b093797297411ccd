import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import {
  cleanAddress,
  cleanCategory,
  cleanDescription,
  cleanExternalId,
  cleanFeedDate,
  cleanLine,
  cleanPixels,
  cleanTags,
  readDuration,
  withoutUndefined,
} from '../clean-text.ts';
import { plainText } from '../page/page-data.ts';
import type { SourceItem, SourceMetadata } from '../source-item.ts';
import type { FeedElement } from './feed-parser.ts';
import { bestPlaylist, bestRendition, fileAddress, isPicture } from './feed-renditions.ts';

/**
 * The address is the page's, else the permalink, else the file's or player's; relative ones resolve against xml:base,
 * else `base`. Throws SourceError `bad_address` if there is none.
 */
export function toFeedItem(entry: FeedElement, base: string): SourceItem {
  const metadata = readMetadata(entry, base);
  const stated = pageAddress(entry)?.trim() || metadata.contentUrl || metadata.embedUrl;
  const loc = stated ? URL.parse(stated, entry.base ?? base) : undefined;
  if (!loc) {
    const shown = stated ? `"${stated.slice(0, 200)}" is not an address.` : 'It has no address.';
    const name = metadata.title ? ` "${metadata.title.slice(0, 60)}"` : '';
    throw new SourceError('bad_address', `An entry${name} of the feed was skipped. ${shown}`);
  }
  canonicalAddress(loc.href);
  const externalId = cleanExternalId(textOf(entry, 'guid', 'id', 'dc:identifier'));
  return { type: 'item', loc: loc.href, ...(externalId && { externalId }), metadata };
}

/** WordPress exports include drafts, attachments ("inherit"), and private and protected posts. */
export function isNotPublic(entry: FeedElement): boolean {
  const isPublished = (textOf(entry, 'wp:status')?.trim() ?? 'publish') === 'publish';
  return !isPublished || textOf(entry, 'wp:post_password') !== undefined;
}

function readMetadata(entry: FeedElement, base: string): SourceMetadata {
  const media = entry.children.flatMap((one) => (one.name === 'media:group' ? one.children : one));
  const contents = media.filter(({ name }) => name === 'media:content');
  const enclosures = entry.children.filter(isEnclosure);
  const rendition = bestRendition([...contents, ...enclosures]);
  // Elements inside the rendition come first: they describe only it.
  const around = [...(rendition?.children ?? []), ...media, ...contents.flatMap((one) => one.children)];
  const address = (text: string | undefined) => cleanAddress(text, rendition?.base ?? entry.base ?? base);
  const playlist = bestPlaylist([...contents, ...enclosures]);
  const player = around.find(({ name }) => name === 'media:player');
  const { category, tags } = readTopics(entry, around);
  return withoutUndefined({
    title: firstLine(entry, around) || undefined,
    description: readDescription(entry, around) || undefined,
    tags: tags.length > 0 ? tags : undefined,
    category,
    contentUrl: address(rendition && fileAddress(rendition)),
    streamUrl: address(playlist && playlist !== rendition ? fileAddress(playlist) : undefined),
    embedUrl: address(player && (player.attributes.get('url') ?? player.text)),
    thumbnailUrl: address(readPicture(entry, around, [...contents, ...enclosures])),
    durationSeconds: readLength(entry, [...(rendition ? [rendition] : []), ...contents]),
    width: cleanPixels(rendition?.attributes.get('width')),
    height: cleanPixels(rendition?.attributes.get('height')),
    publishedAt: cleanFeedDate(textOf(entry, 'pubDate', 'published', 'dc:date', 'updated'))?.toISOString(),
  });
}

/** RSS: <link> text, or a <guid> that is an address; Atom: <link rel="alternate"> or without rel. */
function pageAddress(entry: FeedElement): string | undefined {
  const links = entry.children.filter(({ name }) => name === 'link');
  const inText = links.find(({ attributes, text }) => !attributes.has('href') && text.trim() !== '')?.text;
  if (inText) return inText;
  const alternates = links.filter(({ attributes }) => (attributes.get('rel') ?? 'alternate') === 'alternate');
  const page = alternates.find(({ attributes }) => /html/i.test(attributes.get('type') ?? 'html'));
  const href = (page ?? alternates[0])?.attributes.get('href');
  if (href) return href;
  const guid = entry.children.find(({ name }) => name === 'guid' || name === 'id');
  const permanent = guid && guid.attributes.get('isPermaLink')?.toLowerCase() !== 'false' ? guid.text : '';
  return /^\s*https?:\/\//i.test(permanent) ? permanent : entry.attributes.get('rdf:about');
}

function isEnclosure({ name, attributes }: FeedElement): boolean {
  return name === 'enclosure' || (name === 'link' && attributes.get('rel') === 'enclosure');
}

function firstLine(entry: FeedElement, around: readonly FeedElement[]): string {
  const named = [
    ...entry.children.filter(({ name }) => name === 'title'),
    ...around.filter(({ name }) => name === 'media:title'),
    ...entry.children.filter(({ name }) => name === 'itunes:title'),
  ];
  return firstOf(named, (element) => cleanLine(plain(element)));
}

function readDescription(entry: FeedElement, around: readonly FeedElement[]): string {
  const named = (...names: string[]) => entry.children.filter(({ name }) => names.includes(name));
  const elements = [
    ...named('description', 'summary'),
    ...around.filter(({ name }) => name === 'media:description'),
    ...named('itunes:summary', 'content:encoded', 'content'),
  ];
  return firstOf(elements, (element) => cleanDescription(plain(element)));
}

function readTopics(entry: FeedElement, around: readonly FeedElement[]) {
  const nameOf = ({ attributes, text }: FeedElement) =>
    cleanCategory(plainText(attributes.get('label') || text.trim() || attributes.get('term') || ''));
  const named = [
    ...around.filter(({ name }) => name === 'media:category'),
    ...entry.children.filter(({ name }) => name === 'category' || name === 'dc:subject'),
  ].map(nameOf);
  const keywords = [...around, ...entry.children]
    .filter(({ name }) => name === 'media:keywords' || name === 'itunes:keywords')
    .flatMap(({ text }) => plainText(text).split(/[,;]/, 200));
  const [category, ...others] = [...new Set(named.filter((name) => name !== ''))];
  return { category, tags: cleanTags([...keywords, ...others]) };
}

function readPicture(
  entry: FeedElement,
  around: readonly FeedElement[],
  files: readonly FeedElement[],
): string | undefined {
  const picture =
    around.find(({ name, attributes }) => name === 'media:thumbnail' && attributes.has('url')) ??
    files.find(isPicture) ??
    entry.children.find(({ name, attributes }) => name === 'itunes:image' && attributes.has('href'));
  return picture && fileAddress(picture);
}

function readLength(entry: FeedElement, contents: readonly FeedElement[]): number | undefined {
  const stated = [
    ...contents.map(({ attributes }) => attributes.get('duration')),
    textOf(entry, 'itunes:duration'),
  ];
  for (const text of stated) {
    const seconds = readDuration(text ?? '');
    if (seconds !== undefined) return seconds;
  }
  return undefined;
}

/** Atom and Media RSS may declare plain text; the default is HTML. */
function plain({ attributes, text }: FeedElement): string {
  return /^(?:text|plain|xhtml|text\/plain)$/i.test(attributes.get('type') ?? '') ? text : plainText(text);
}

function firstOf(elements: readonly FeedElement[], read: (element: FeedElement) => string): string {
  for (const element of elements) {
    const text = read(element);
    if (text !== '') return text;
  }
  return '';
}

function textOf(entry: FeedElement, ...names: string[]): string | undefined {
  for (const wanted of names) {
    const text = entry.children.find(({ name, text }) => name === wanted && text.trim() !== '')?.text;
    if (text !== undefined) return text;
  }
  return undefined;
}
