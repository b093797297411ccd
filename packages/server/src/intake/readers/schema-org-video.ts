import {
  cleanAddress,
  cleanCategory,
  cleanCount,
  cleanDate,
  cleanDescription,
  cleanDuration,
  cleanExternalId,
  cleanLine,
  cleanPixels,
  cleanTags,
  withoutUndefined,
} from './clean-text.ts';
import { plainText } from './page-data.ts';
import type { PageVideo } from './page-video.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const MAX_NODES = 20_000;

/**
 * The VideoObject (schema.org) in a page's JSON-LD scripts: alone, in a list, in an @graph, or inside any other object;
 * of several, the first that names a file or player. Scripts that are not JSON are ignored.
 */
export function readSchemaOrgVideo(scripts: readonly string[], base: string): PageVideo | undefined {
  let fallback: PageVideo | undefined;
  for (const object of videoObjects(scripts.map(parseScript))) {
    const video = toPageVideo(object, base);
    if (video.contentUrl || video.embedUrl) return video;
    fallback ??= video;
  }
  return fallback;
}

/**
 * Seconds of an ISO 8601 duration (PT1M30S), of "1:30" or "0:01:30", or of a plain number; undefined for anything else,
 * including months and years, which are no length of a video.
 */
export function readDuration(text: string): number | undefined {
  const trimmed = text.trim().slice(0, 60).replace(',', '.');
  const iso =
    /^P(?:(\d{1,4}(?:\.\d+)?)D)?(?:T(?:(\d{1,6}(?:\.\d+)?)H)?(?:(\d{1,6}(?:\.\d+)?)M)?(?:(\d{1,9}(?:\.\d+)?)S)?)?$/i.exec(
      trimmed,
    );
  if (iso) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = iso.slice(1).map((part) => Number(part ?? 0));
    return cleanDuration(days * 86_400 + hours * 3_600 + minutes * 60 + seconds);
  }
  if (/^(?:\d{1,3}:)?\d{1,3}:\d{2}$/.test(trimmed)) {
    return cleanDuration(trimmed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  }
  return /^\d{1,7}(?:\.\d+)?$/.test(trimmed) ? cleanDuration(Number(trimmed)) : undefined;
}

/** Breadth first, without recursion, so that the page's own video comes before those that it lists. */
function* videoObjects(roots: Json[]): Generator<JsonObject> {
  const queue: Json[] = roots;
  for (let index = 0; index < queue.length && index < MAX_NODES; index += 1) {
    const node = queue[index];
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node) && isVideoObject(node['@type'])) yield node;
    for (const value of Object.values(node)) {
      if (typeof value === 'object' && value !== null && queue.length < MAX_NODES) queue.push(value);
    }
  }
}

function isVideoObject(type: Json | undefined): boolean {
  const types = Array.isArray(type) ? type.slice(0, 10) : [type];
  return types.some(
    (one) => typeof one === 'string' && /^(?:https?:\/\/schema\.org\/|schema:)?VideoObject$/.test(one),
  );
}

function parseScript(text: string): Json {
  try {
    return JSON.parse(withoutMarks(text)) as Json;
  } catch {
    return null;
  }
}

/** Removes the comment and CDATA marks that old templates put around scripts, in all usual orders. */
function withoutMarks(text: string): string {
  let bare = text.trim();
  for (const mark of ['<!--', '//', '/*', '<![CDATA[', '*/']) {
    if (bare.startsWith(mark)) bare = bare.slice(mark.length).trimStart();
  }
  for (const mark of ['*/', ']]>', '-->', '//', '/*']) {
    if (bare.endsWith(mark)) bare = bare.slice(0, -mark.length).trimEnd();
  }
  return bare;
}

function toPageVideo(object: JsonObject, base: string): PageVideo {
  const address = (...names: string[]) => firstAddress(object, names, base);
  const optional = {
    externalId: readIdentifier(object),
    category: cleanCategory(plainText(texts(object.genre)[0] ?? '')) || undefined,
    thumbnailUrl: address('thumbnailUrl', 'thumbnail', 'image'),
    contentUrl: address('contentUrl'),
    embedUrl: address('embedUrl'),
    durationSeconds: readDuration(texts(object.duration)[0] ?? ''),
    uploadedAt: cleanDate(texts(object.uploadDate)[0] ?? texts(object.datePublished)[0]),
    expiresAt: cleanDate(texts(object.expires)[0]),
    viewCount: readViewCount(object),
    width: cleanPixels(texts(object.width)[0]),
    height: cleanPixels(texts(object.height)[0]),
    familyFriendly: readBoolean(object.isFamilyFriendly),
  };
  return {
    title: cleanLine(plainText(texts(object.name)[0] ?? texts(object.headline)[0] ?? '')),
    description: cleanDescription(plainText(texts(object.description)[0] ?? '')),
    tags: cleanTags(readKeywords(object.keywords)),
    ...withoutUndefined(optional),
  };
}

/**
 * `identifier`, a text or a PropertyValue, else an `@id` that can only be this video's: no "#video" and no address of
 * the site itself, which templates put on every page.
 */
function readIdentifier(object: JsonObject): string | undefined {
  const stated = Array.isArray(object.identifier) ? object.identifier[0] : object.identifier;
  const isObject = typeof stated === 'object' && stated !== null && !Array.isArray(stated);
  const value = isObject ? (stated.value ?? stated['@value']) : stated;
  const identifier = cleanExternalId(texts(value)[0]);
  if (identifier) return identifier;
  const id = cleanExternalId(texts(object['@id'])[0]) ?? '';
  if (/^urn:[^:]+:./i.test(id)) return id;
  const url = /^https?:\/\//i.test(id) ? URL.parse(id) : null;
  return url && (url.pathname !== '/' || url.search !== '') ? id : undefined;
}

/** The texts of a value: a text, a number, an object with a name, a value or an address, or a list. */
function texts(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value.slice(0, 100) : [value];
  return list.flatMap((one) => {
    if (typeof one === 'string') return [one];
    if (typeof one === 'number') return [String(one)];
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return [];
    const inner = [one.name, one['@value'], one.contentUrl, one.url, one['@id']];
    return inner.find((text) => typeof text === 'string') ?? [];
  }) as string[];
}

function firstAddress(object: JsonObject, names: string[], base: string): string | undefined {
  for (const name of names) {
    for (const text of addressTexts(object[name])) {
      const address = cleanAddress(plainText(text), base);
      if (address) return address;
    }
  }
  return undefined;
}

function addressTexts(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value.slice(0, 100) : [value];
  return list.flatMap((one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      return typeof one === 'string' ? [one] : [];
    return [one.contentUrl, one.url, one['@id']].filter((text) => typeof text === 'string');
  });
}

function readKeywords(value: Json | undefined): string[] {
  const keywords = texts(value).map(plainText);
  return Array.isArray(value) ? keywords : keywords.flatMap((text) => text.split(/[,;]/, 200));
}

/** `interactionStatistic` (a WatchAction, or one without a type), or the older `interactionCount`. */
function readViewCount(object: JsonObject): number | undefined {
  const statistics = Array.isArray(object.interactionStatistic)
    ? object.interactionStatistic.slice(0, 20)
    : [object.interactionStatistic];
  for (const one of statistics) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) continue;
    const type = JSON.stringify(one.interactionType ?? '').slice(0, 200);
    if (type === '""' || type.includes('WatchAction')) return cleanCount(texts(one.userInteractionCount)[0]);
  }
  return cleanCount(/\d+/.exec(texts(object.interactionCount)[0] ?? '')?.[0]);
}

function readBoolean(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = texts(value)[0] ?? '';
  if (/(?:^|\/)(?:true|yes)$/i.test(text)) return true;
  return /(?:^|\/)(?:false|no)$/i.test(text) ? false : undefined;
}
