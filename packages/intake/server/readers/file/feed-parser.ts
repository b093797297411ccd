import { createXmlParser, type EntryParser, localName, otherRootError, type XmlKind } from './xml-stream.ts';

/** The number of elements and all lengths are bounded. */
export interface FeedElement {
  /** With the usual prefix, whatever the file uses ("media:content"); none for RSS and Atom. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Includes nested elements' text. */
  text: string;
  children: FeedElement[];
  /** After xml:base. */
  base: string | undefined;
}

export interface FeedPart {
  type: 'entry' | 'link';
  element: FeedElement;
}

const KIND: XmlKind = { noun: 'feed', notCode: 'bad_kind', maxDepth: 100 };
const MAX_ELEMENTS = 500;
const MAX_TEXT_LENGTH = 20_000;
const MAX_ATTRIBUTE_LENGTH = 4_000;

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://search.yahoo.com/mrss/', 'media'],
  ['http://search.yahoo.com/mrss', 'media'],
  ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/rss/1.0/modules/content/', 'content'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://www.w3.org/2005/Atom', ''],
  ['http://purl.org/rss/1.0/', ''],
]);

const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['url', 'href', 'rel', 'type', 'medium', 'width', 'height', 'duration', 'length', 'fileSize', 'bitrate'],
  ...['isDefault', 'expression', 'isPermaLink', 'term', 'label', 'text', 'rdf:about'],
]);
const BLOCKS: ReadonlySet<string> = new Set(['p', 'br', 'div', 'li']);

/** A push parser for RSS 2.0 and 1.0 and Atom, with Media RSS and iTunes. */
export function createFeedParser(fileUrl: string): EntryParser<FeedPart> {
  const reader = createPartReader(fileUrl);
  return { ...createXmlParser(KIND, reader), take: reader.take };
}

function createPartReader(fileUrl: string) {
  let parts: FeedPart[] = [];
  let stack: FeedElement[] = [];
  let elements = 0;
  let inChannel = false;
  const bases: (string | undefined)[] = [];
  const prefixes = new Map([['atom', '']]);

  function open(rawName: string, depth: number, attributes: Readonly<Record<string, string>>): void {
    learnPrefixes(attributes, prefixes);
    bases.push(baseOf(attributes['xml:base'], bases.at(-1), fileUrl));
    const name = usualName(rawName, prefixes);
    if (depth === 1) requireRoot(rawName, name);
    else if (stack.length > 0) openInside(name, attributes);
    else if (depth === 2 && name === 'channel') inChannel = true;
    else if (depth === 2 || (depth === 3 && inChannel)) openPart(name, attributes);
  }

  function openPart(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name !== 'item' && name !== 'entry' && name !== 'link') return;
    elements = 1;
    stack = [newElement(name, attributes, bases.at(-1))];
  }

  function openInside(name: string, attributes: Readonly<Record<string, string>>): void {
    if (BLOCKS.has(name)) text('\n');
    const element = newElement(name, attributes, bases.at(-1));
    elements += 1;
    if (elements <= MAX_ELEMENTS) stack.at(-1)?.children.push(element);
    stack.push(element);
  }

  function text(part: string): void {
    for (const element of stack) {
      if (element.text.length < MAX_TEXT_LENGTH) element.text += part.slice(0, MAX_TEXT_LENGTH);
    }
  }

  function close(depth: number): void {
    bases.pop();
    const element = stack.pop();
    if (element && stack.length === 0) {
      parts.push({ type: element.name === 'link' ? 'link' : 'entry', element });
    }
    if (depth === 2) inChannel = false;
  }

  function take(): FeedPart[] {
    const taken = parts;
    parts = [];
    return taken;
  }

  return { open, text, close, take };
}

function requireRoot(rawName: string, name: string): void {
  if (!['rss', 'feed', 'rdf:RDF', 'RDF'].includes(name)) throw otherRootError(KIND, rawName);
}

/** Feeds declare prefixes once, at the top, if at all. */
function learnPrefixes(attributes: Readonly<Record<string, string>>, prefixes: Map<string, string>): void {
  for (const name in attributes) {
    if (!name.startsWith('xmlns:')) continue;
    const usual = PREFIXES.get(attributes[name]?.trim() ?? '');
    if (usual !== undefined && prefixes.size < 100) prefixes.set(name.slice(6), usual);
  }
}

function usualName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const local = localName(name);
  if (local === name) return name;
  const prefix = name.slice(0, name.length - local.length - 1);
  const usual = prefixes.get(prefix) ?? prefix;
  return usual === '' ? local : `${usual}:${local}`;
}

function baseOf(base: string | undefined, outer: string | undefined, fileUrl: string): string | undefined {
  if (base === undefined || base.length > MAX_ATTRIBUTE_LENGTH) return outer;
  return URL.parse(base, outer ?? fileUrl)?.href ?? outer;
}

function newElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  base: string | undefined,
): FeedElement {
  const kept = new Map<string, string>();
  for (const key in attributes) {
    const value = attributes[key] ?? '';
    if (KEPT_ATTRIBUTES.has(key) && value.length <= MAX_ATTRIBUTE_LENGTH) kept.set(key, value);
  }
  return { name, attributes: kept, text: '', children: [], base };
}
