import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { languageCode } from '@vesper/library/search';
import {
  cleanAddress,
  cleanCategory,
  cleanDescription,
  cleanExternalId,
  cleanLine,
  cleanPixels,
  cleanTags,
  readDuration,
  withoutUndefined,
} from '../clean-text.ts';
import { plainText } from './page-data.ts';
import { type FilmAddress, filmAddress, looksLikeFilm, type PageVideo } from './page-video.ts';
import type { Thing, Value } from './thing.ts';
import { isPage, type Standings } from './thing-standing.ts';

export function videoOfThing(thing: Thing, base: string): PageVideo {
  const one = (...names: string[]) => textsOf(thing, ...names)[0];
  const address = (...names: string[]) => addressOf(thing, names, base);
  const embedUrl = address('embedurl');
  const optional = {
    externalId: readIdentifier(thing),
    category: cleanCategory(plainText(one('genre')?.slice(0, MAX_LINE) ?? '')) || undefined,
    language: languageCode(one('inlanguage')) ?? undefined,
    thumbnailUrl: address('thumbnailurl', 'thumbnail', 'image'),
    embedUrl: embedUrl && !looksLikeFilm(embedUrl) ? embedUrl : undefined,
    durationSeconds: readDuration(one('duration', 'timerequired') ?? ''),
    width: cleanPixels(one('width')),
    height: cleanPixels(one('height')),
  };
  return {
    title: cleanLine(
      plainText(one('name', 'headline', 'alternativeheadline', 'caption')?.slice(0, MAX_LINE) ?? ''),
    ),
    description: cleanDescription(
      plainText(one('description', 'abstract', 'caption')?.slice(0, MAX_DESCRIPTION) ?? ''),
    ),
    tags: cleanTags(readKeywords(thing.values.get('keywords') ?? [])),
    films: filmsOf(thing, base),
    ...withoutUndefined(optional),
  };
}

const MAX_FILMS = 12;
const MOST_FILMS = 2 * MAX_FILMS;
/** Bounds repeated references to one long text, each of which is read again. */
const MAX_READ = 12;
const MAX_ADDRESSES = 4;
const MAX_ADDRESS_TEXT = 4_000;
const MAX_LINE = 2_400;
const MAX_DESCRIPTION = 20_000;
const MAX_KEYWORDS = 60;
const MAX_KEYWORD = 300;

/** Its own, those of its encodings, highest picture first, or a `url` that is a film. */
function filmsOf(thing: Thing, base: string): FilmAddress[] {
  const own = namedFilms(thing, ['contenturl'], base);
  const encodings = things(thing, ['encoding', 'associatedmedia', 'contenturl', 'media'])
    .slice(0, MAX_FILMS)
    .map((media) => ({ films: namedFilms(media, ['contenturl', 'url'], base, 2), height: heightOf(media) }))
    .toSorted((one, other) => other.height - one.height)
    .flatMap(({ films }) => films);
  const referred = things(thing, ['contenturl']).flatMap(({ id }) => filmAddress(id, base) ?? []);
  const others = namedFilms(thing, ['embedurl', 'url'], base).filter(({ url }) => looksLikeFilm(url));
  return [...own, ...encodings, ...referred, ...others].slice(0, MOST_FILMS);
}

function namedFilms(thing: Thing, names: readonly string[], base: string, most = MAX_FILMS): FilmAddress[] {
  const type = textsOf(thing, 'encodingformat', 'fileformat')[0] ?? '';
  return names.flatMap((name) =>
    strings(thing.values.get(name))
      .slice(0, most)
      .flatMap((text) => filmAddress(plainText(text.slice(0, MAX_ADDRESS_TEXT)), base, type) ?? []),
  );
}

function heightOf(media: Thing): number {
  return (
    cleanPixels(textsOf(media, 'height')[0] ?? /\d+/.exec(textsOf(media, 'videoquality')[0] ?? '')?.[0]) ?? 0
  );
}

/** Else an `@id` that can only be this video's: templates put "#video" and site addresses on every page. */
function readIdentifier(thing: Thing): string | undefined {
  const stated = thing.values.get('identifier')?.[0];
  const value = typeof stated === 'object' ? stated.values.get('value')?.[0] : stated;
  const identifier = typeof value === 'string' ? cleanExternalId(value) : undefined;
  if (identifier) return identifier;
  const id = cleanExternalId(thing.writtenId) ?? '';
  if (/^urn:[^:]+:./i.test(id)) return id;
  const url = /^https?:\/\//i.test(id) ? URL.parse(id) : null;
  return url && (url.pathname !== '/' || url.search !== '') ? id : undefined;
}

/** The first property with any text; of a thing its name, value or address. */
export function textsOf(thing: Thing, ...names: string[]): string[] {
  for (const name of names) {
    const texts = valuesOf(thing, name).flatMap((value) => textOf(value) ?? []);
    if (texts.some((text) => text.trim() !== '')) return texts.filter((text) => text.trim() !== '');
  }
  return [];
}

function valuesOf({ values }: Thing, name: string): Value[] {
  return values.get(name)?.slice(0, MAX_READ) ?? [];
}

function textOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  const inner = ['name', 'value', 'contenturl', 'url'].flatMap((name) => strings(valuesOf(value, name)));
  return inner[0] ?? value.id;
}

function addressOf(thing: Thing, names: readonly string[], base: string): string | undefined {
  for (const name of names) {
    for (const text of valuesOf(thing, name).flatMap(addressTexts).slice(0, MAX_ADDRESSES)) {
      const address = cleanAddress(plainText(text.slice(0, MAX_ADDRESS_TEXT)), base);
      if (address) return address;
    }
  }
  return undefined;
}

function addressTexts(value: Value): string[] {
  if (typeof value === 'string') return [value];
  const urls = ['contenturl', 'url', 'thumbnailurl'].flatMap((name) => strings(valuesOf(value, name)));
  return value.id === undefined ? urls : [...urls, value.id];
}

function strings(values: readonly Value[] = []): string[] {
  return values.filter((value) => typeof value === 'string');
}

function things(thing: Thing, names: readonly string[]): Thing[] {
  return names.flatMap((name) => (thing.values.get(name) ?? []).filter((value) => typeof value !== 'string'));
}

/** A list has one keyword per item, a text has commas. */
function readKeywords(values: readonly Value[]): string[] {
  const most = values.length > 1 ? MAX_KEYWORD : MAX_KEYWORDS * MAX_KEYWORD;
  const keywords = values
    .slice(0, MAX_KEYWORDS)
    .flatMap((value) => textOf(value)?.slice(0, most) ?? [])
    .map(plainText);
  return keywords.length > 1 ? keywords : keywords.flatMap((text) => text.split(/[,;]/, 200));
}

/** "True", "https://schema.org/False", "yes". */
export function readBoolean(text = ''): boolean | undefined {
  if (/(?:^|\/)(?:true|yes|1)$/i.test(text.trim())) return true;
  return /(?:^|\/)(?:false|no|0)$/i.test(text.trim()) ? false : undefined;
}

/**
 * Refuses a video that is not free (schema.org: `isAccessibleForFree`, `requiresSubscription`); the video's own word
 * counts before the page's. Throws SourceError `no_video`.
 */
export function requireFree(
  parts: readonly { thing?: Thing }[],
  { things, standings }: { things: readonly Thing[]; standings: Standings },
): void {
  const videos = parts.flatMap(({ thing }) => thing ?? []);
  const said =
    paidWord(videos) ?? (videos.some(saysFree) ? undefined : paidWord(pagesAmong(things, standings)));
  if (said) throw new SourceError('no_video', `The page says that its video is not free (${said}).`);
}

function pagesAmong(things: readonly Thing[], standings: Standings): Thing[] {
  return things.filter((thing) => isPage(thing) && thing.isTop && standings.of(thing) > 0);
}

function paidWord(things: readonly Thing[]): string | undefined {
  return things.map(wordOf).find((word) => word !== undefined);
}

function wordOf(thing: Thing): string | undefined {
  const parts = (thing.values.get('haspart') ?? []).filter((part) => typeof part !== 'string').slice(0, 100);
  if ([thing, ...parts].some((one) => isFree(one) === false)) return 'isAccessibleForFree';
  const [subscription] = thing.values.get('requiressubscription') ?? [];
  const isRequired =
    typeof subscription === 'string' ? readBoolean(subscription) : subscription !== undefined;
  return isRequired ? 'requiresSubscription' : undefined;
}

function saysFree(thing: Thing): boolean {
  return isFree(thing) === true;
}

function isFree(thing: Thing): boolean | undefined {
  return readBoolean(textsOf(thing, 'isaccessibleforfree', 'free')[0]);
}
