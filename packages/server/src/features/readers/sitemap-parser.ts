import { SaxesParser } from 'saxes';
import { SourceError } from '../../lib/source-error.ts';

/** One <url> or <sitemap> as it stands in the file, its text trimmed and not yet checked. */
export interface RawSitemapEntry {
  type: 'page' | 'child';
  loc: string;
  lastmod: string | undefined;
  /** The fields of the first <video:video>, by name without prefix; `tag` may stand several times. */
  video: Map<string, string[]> | undefined;
}

export interface SitemapParser {
  /** Reads on. Throws SourceError; the entries that were complete before are still to be had by `take`. */
  write(text: string): void;
  /** Says that the file is over. Throws SourceError if it is over too early. */
  end(): void;
  /** The entries completed since the last call. */
  take(): RawSitemapEntry[];
}

const MAX_DEPTH = 32;
/** A tag, a text or a comment longer than this is no sitemap's, and is not to be collected in memory. */
const MAX_TOKEN_LENGTH = 256 * 1024;
const MAX_FIELD_LENGTH = 20_000;
const MAX_VALUES = 40;

/**
 * A push parser for sitemaps.org's urlset and sitemapindex with the video extension. Prefixes need not be
 * declared, as they often are not. A document type declaration is refused, so no entity is ever expanded but
 * XML's own five.
 */
export function createSitemapParser(): SitemapParser {
  const reader = createEntryReader();
  const parser = new SaxesParser<{ position: true }>({ position: true });
  let sinceToken = 0;
  let head = '';
  parser.on('doctype', (text) => {
    throw /^\s*html\b/i.test(text) ? webPageError() : doctypeError();
  });
  parser.on('opentag', (tag) => {
    sinceToken = 0;
    reader.open(tag.name);
  });
  parser.on('closetag', () => {
    sinceToken = 0;
    reader.close();
  });
  parser.on('text', reader.text);
  parser.on('cdata', reader.text);

  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw explain(head, parser.line, parser.column, error);
    }
  };
  return {
    write(text) {
      if (head.length < 1_000) head += text.slice(0, 1_000);
      sinceToken += text.length;
      guarded(() => parser.write(text));
      if (sinceToken > MAX_TOKEN_LENGTH) {
        throw new SourceError('broken_xml', 'The sitemap holds a single piece of more than 256 KB.');
      }
    },
    end: () => guarded(() => parser.close()),
    take: reader.take,
  };
}

/** Follows the tags: root, entry, field, and one level more inside a video. */
function createEntryReader() {
  let entries: RawSitemapEntry[] = [];
  let prefix = '';
  let entryName = '';
  let entry: RawSitemapEntry | undefined;
  let inVideo = false;
  let field: string | undefined;
  let value = '';
  let depth = 0;

  function open(name: string): void {
    depth += 1;
    if (depth > MAX_DEPTH) throw new SourceError('broken_xml', 'The sitemap is nested too deeply.');
    if (depth === 1) openRoot(name);
    else if (depth === 2) entry = name === `${prefix}${entryName}` ? newEntry(entryName) : undefined;
    else if (depth === 3 && entry) openField(name, entry);
    else if (depth === 4 && inVideo) startField(localName(name));
  }

  function openRoot(name: string): void {
    const local = localName(name);
    if (local.toLowerCase() === 'html') throw webPageError();
    if (local !== 'urlset' && local !== 'sitemapindex') {
      const shown = name.slice(0, 40);
      throw new SourceError('not_sitemap', `The file is no sitemap: its outermost element is <${shown}>.`);
    }
    prefix = name.slice(0, name.length - local.length);
    entryName = local === 'urlset' ? 'url' : 'sitemap';
  }

  function openField(name: string, current: RawSitemapEntry): void {
    if (name === `${prefix}loc` || name === `${prefix}lastmod`) startField(localName(name));
    else if (localName(name) === 'video' && !current.video) {
      current.video = new Map();
      inVideo = true;
    }
  }

  function startField(name: string): void {
    field = name;
    value = '';
  }

  function text(part: string): void {
    if (field !== undefined && value.length < MAX_FIELD_LENGTH) value += part.slice(0, MAX_FIELD_LENGTH);
  }

  function close(): void {
    if (field !== undefined && depth === (inVideo ? 4 : 3)) endField(field, value.trim());
    else if (depth === 3) inVideo = false;
    if (depth === 2 && entry) {
      entries.push(entry);
      entry = undefined;
    }
    depth -= 1;
  }

  function endField(name: string, text: string): void {
    field = undefined;
    if (inVideo) addVideoValue(entry?.video, name, text);
    else if (name === 'lastmod' && entry) entry.lastmod ??= text;
    else if (entry && entry.loc === '') entry.loc = text;
  }

  function take(): RawSitemapEntry[] {
    const taken = entries;
    entries = [];
    return taken;
  }

  return { open, text, close, take };
}

function newEntry(name: string): RawSitemapEntry {
  return { type: name === 'url' ? 'page' : 'child', loc: '', lastmod: undefined, video: undefined };
}

function addVideoValue(video: Map<string, string[]> | undefined, name: string, value: string): void {
  const values = video?.get(name);
  if (values && values.length < MAX_VALUES) values.push(value);
  else if (!values && video && video.size < MAX_VALUES) video.set(name, [value]);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function explain(head: string, line: number, column: number, cause: unknown): SourceError {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (start === '') return new SourceError('not_sitemap', 'The sitemap is empty.', { cause });
  if (/^(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(start)) return webPageError();
  const sentence = `The sitemap is not well-formed XML (line ${line}, column ${column}).`;
  return new SourceError('broken_xml', sentence, { cause });
}

function webPageError(): SourceError {
  return new SourceError('not_sitemap', 'The address gave a web page, not a sitemap.');
}

function doctypeError(): SourceError {
  const sentence = 'The sitemap has a document type declaration, which is not accepted.';
  return new SourceError('broken_xml', sentence);
}
