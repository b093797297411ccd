import { Parser } from 'htmlparser2';

/** A page's machine-readable data, in document order. */
export interface PageData {
  title: string;
  /** `property` or `name` in lower case, and the content, entities decoded. */
  metas: { name: string; content: string }[];
  /** The contents of the JSON-LD scripts. */
  jsonLd: string[];
  /** The `href` of the first <base>. */
  baseHref: string | undefined;
  /** The `href` of the first <link rel="canonical"> in the head: visitors may have written one in the body. */
  canonicalHref: string | undefined;
  /** The `href`s of the head's oEmbed links (oembed.com, section 4), JSON before XML. */
  oembedHrefs: string[];
}

const PIECE_LENGTH = 16_384;
const MAX_DEPTH = 256;
const MAX_METAS = 1_000;
const MAX_SCRIPTS = 100;

/**
 * Collects a page's title, metas and JSON-LD. Parses in pieces and stops at a depth of 256 elements, because the
 * parser's time grows with depth and a hostile page could block it for minutes.
 */
export function collectPageData(html: string): PageData {
  const data: PageData = {
    title: '',
    metas: [],
    jsonLd: [],
    baseHref: undefined,
    canonicalHref: undefined,
    oembedHrefs: [],
  };
  let depth = 0;
  let tooDeep = false;
  let inBody = false;
  let scriptText: string | undefined;
  let titleText: string | undefined;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth > MAX_DEPTH) tooDeep = true;
    },
    onopentag(name, attributes) {
      if (name === 'meta') addMeta(data, attributes);
      else if (name === 'base') data.baseHref ??= attributes.href;
      else if (name === 'body') inBody = true;
      else if (name === 'link' && !inBody && isCanonical(attributes.rel)) {
        data.canonicalHref ??= attributes.href;
      } else if (name === 'link' && !inBody) {
        addOembed(data, attributes);
      } else if (name === 'title' && data.title === '') titleText = '';
      else if (name === 'script' && isJsonLd(attributes.type)) scriptText = '';
    },
    ontext(text) {
      if (scriptText !== undefined) scriptText += text;
      if (titleText !== undefined) titleText += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'script' && scriptText !== undefined) {
        if (data.jsonLd.length < MAX_SCRIPTS) data.jsonLd.push(scriptText);
        scriptText = undefined;
      } else if (name === 'title' && titleText !== undefined) {
        data.title = titleText;
        titleText = undefined;
      }
    },
  });
  for (let start = 0; start < html.length && !tooDeep; start += PIECE_LENGTH) {
    parser.write(html.slice(start, start + PIECE_LENGTH));
  }
  if (!tooDeep) parser.end();
  return data;
}

/** The text of a snippet with possible tags and entities, as many sites write inside JSON-LD. */
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

function addOembed(data: PageData, { rel, type, href }: Record<string, string>): void {
  const format = /^\s*(?:application|text)\/(json|xml)\+oembed\s*(?:;|$)/i.exec(type ?? '')?.[1];
  if (!format || !href || !/(?:^|\s)alternat(?:e|ive)(?:\s|$)/i.test(rel ?? '')) return;
  if (data.oembedHrefs.length >= 10) return;
  if (format.toLowerCase() === 'json') data.oembedHrefs.unshift(href);
  else data.oembedHrefs.push(href);
}

function isCode(name: string): boolean {
  return name === 'script' || name === 'style';
}

function isCanonical(rel: string | undefined): boolean {
  return /(?:^|\s)canonical(?:\s|$)/i.test(rel ?? '');
}

function isJsonLd(type: string | undefined): boolean {
  return /^\s*application\/ld\+json\s*(?:;|$)/i.test(type ?? '');
}
