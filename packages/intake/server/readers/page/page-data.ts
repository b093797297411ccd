import { Parser } from 'htmlparser2';
import { createItemCollector, type Item } from '../file/item-collector.ts';
import { createFilmCollector, type FilmElement } from './film-elements.ts';
import { type Place, placeWithin, TOP_PLACE } from './page-place.ts';

export interface PageData {
  title: string;
  /** Only if there is exactly one <h1>. */
  heading: string;
  language: string;
  /** `property` or `name` in lower case; entities are decoded. */
  metas: { name: string; content: string }[];
  jsonLd: string[];
  baseHref: string | undefined;
  /** From the head only: visitors may have written one in the body. */
  canonicalHref: string | undefined;
  /** oembed.com, section 4; JSON before XML. */
  oembedHrefs: string[];
  /** Mobile and AMP links. */
  variantHrefs: string[];
  items: Item[];
  looseProperties: Item['properties'];
  films: FilmElement[];
}

const PIECE_LENGTH = 16_384;
const MAX_DEPTH = 256;
const MAX_METAS = 1_000;
const MAX_SCRIPTS = 100;
const MAX_HEADING_LENGTH = 1_000;

/**
 * Parses in pieces and stops at a depth of 256: the parser's time grows with depth, and a hostile page could block it
 * for minutes.
 */
export function collectPageData(html: string): PageData {
  const data = emptyData();
  const items = createItemCollector(referencesIn(html));
  const films = createFilmCollector();
  const texts = createTextCollector(data);
  const places: Place[] = [TOP_PLACE];
  let tooDeep = false;
  let inBody = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const place = placeWithin(places.at(-1) ?? TOP_PLACE, name, attributes);
      places.push(place);
      if (places.length > MAX_DEPTH) tooDeep = true;
      items.open(name, attributes, place);
      films.open(name, attributes, { place, item: items.around() });
      texts.open(name, attributes);
      if (name === 'body') inBody = true;
      else if (name === 'html') data.language = attributes.lang ?? '';
      else if (name === 'meta') addMeta(data, attributes);
      else if (name === 'base') data.baseHref ??= attributes.href;
      else if (name === 'link' && !inBody) addLink(data, attributes);
    },
    ontext(text) {
      items.text(text);
      texts.text(text);
    },
    onclosetag(name) {
      places.pop();
      items.close();
      films.close(name);
      texts.close(name);
    },
  });
  for (let start = 0; start < html.length && !tooDeep; start += PIECE_LENGTH) {
    parser.write(html.slice(start, start + PIECE_LENGTH));
  }
  if (!tooDeep) parser.end();
  const { items: all, loose } = items.finish();
  return { ...data, items: all, looseProperties: loose, films: films.elements };
}

function emptyData(): PageData {
  return {
    ...{ title: '', heading: '', language: '', metas: [], jsonLd: [], baseHref: undefined },
    ...{
      canonicalHref: undefined,
      oembedHrefs: [],
      variantHrefs: [],
      items: [],
      looseProperties: [],
      films: [],
    },
  };
}

function createTextCollector(data: PageData) {
  let headings = 0;
  let script: string | undefined;
  let title: string | undefined;
  let heading: string | undefined;
  return {
    open(name: string, attributes: Record<string, string>): void {
      if (name === 'title' && data.title === '') title = '';
      else if (name === 'h1') heading = '';
      else if (name === 'script' && isJsonLd(attributes.type)) script = '';
    },
    text(text: string): void {
      if (script !== undefined) script += text;
      if (title !== undefined) title += text;
      if (heading !== undefined && heading.length < MAX_HEADING_LENGTH) heading += text;
    },
    close(name: string): void {
      if (name === 'script' && script !== undefined) {
        if (data.jsonLd.length < MAX_SCRIPTS) data.jsonLd.push(script);
        script = undefined;
      } else if (name === 'title' && title !== undefined) {
        data.title = title;
        title = undefined;
      } else if (name === 'h1' && heading !== undefined) {
        headings += 1;
        data.heading = headings === 1 ? heading : '';
        heading = undefined;
      }
    },
  };
}

function referencesIn(html: string): Set<string> {
  const references = new Set<string>();
  for (const [, quoted, bare] of html.matchAll(
    /\bitemref\s*=\s*(?:["']([^"'<>]{1,1000})|([\w:.-]{1,100}))/gi,
  )) {
    for (const id of (quoted ?? bare ?? '').split(/\s+/)) if (id !== '') references.add(id);
    if (references.size >= 100) break;
  }
  return references;
}

/** Strips tags and decodes entities, which many sites write inside JSON-LD. */
export function plainText(snippet: string): string {
  if (!/[<&]/.test(snippet)) return snippet;
  let plain = '';
  let inCode = false;
  const parser = new Parser({
    ontext(text) {
      if (!inCode) plain += text;
    },
    onclosetag(name) {
      if (isCode(name)) inCode = false;
    },
    onopentagname(name) {
      if (isCode(name)) inCode = true;
      if (/^(?:br|p|div|li|h[1-6])$/.test(name)) plain += '\n';
    },
  });
  parser.end(snippet.slice(0, 40_000));
  return plain;
}

function addMeta(data: PageData, attributes: Record<string, string>): void {
  const name = (attributes.property ?? attributes.name ?? '').trim().toLowerCase();
  if (name !== '' && attributes.content !== undefined && data.metas.length < MAX_METAS) {
    data.metas.push({ name, content: attributes.content });
  }
}

function addLink(data: PageData, { rel = '', type = '', href, media }: Record<string, string>): void {
  if (!href) return;
  if (hasRelation(rel, 'canonical')) data.canonicalHref ??= href;
  const isAlternate = hasRelation(rel, 'alternate') || hasRelation(rel, 'alternative');
  const isVariant = hasRelation(rel, 'amphtml') || (isAlternate && media !== undefined);
  if (isVariant && data.variantHrefs.length < 10) data.variantHrefs.push(href);
  // Older templates name the film in a link.
  if (hasRelation(rel, 'video_src')) addMeta(data, { name: 'video_src', content: href });
  if (hasRelation(rel, 'image_src')) addMeta(data, { name: 'image_src', content: href });
  const format = /^\s*(?:application|text)\/(json|xml)\+oembed\s*(?:;|$)/i.exec(type)?.[1];
  if (!format || !isAlternate || data.oembedHrefs.length >= 10) return;
  if (format.toLowerCase() === 'json') data.oembedHrefs.unshift(href);
  else data.oembedHrefs.push(href);
}

function hasRelation(rel: string, name: string): boolean {
  return rel.toLowerCase().split(/\s+/, 20).includes(name);
}

function isCode(name: string): boolean {
  return name === 'script' || name === 'style';
}

function isJsonLd(type: string | undefined): boolean {
  return /^\s*application\/ld\+json\s*(?:;|$)/i.test(type ?? '');
}
