import { createXmlParser, type EntryParser, localName, otherRootError, type XmlKind } from './xml-stream.ts';

/** Trimmed, not yet checked. */
export interface RawSitemapEntry {
  type: 'page' | 'child';
  loc: string;
  lastmod: string | undefined;
  /** Of the first <video:video>, by name without prefix; `tag` may be repeated. */
  video: Map<string, string[]> | undefined;
}

const KIND: XmlKind = { noun: 'sitemap', notCode: 'bad_kind', maxDepth: 32 };
const MAX_FIELD_LENGTH = 20_000;
const MAX_VALUES = 40;

/** For sitemaps.org's urlset and sitemapindex with the video extension. */
export function createSitemapParser(): EntryParser<RawSitemapEntry> {
  const reader = createEntryReader();
  return { ...createXmlParser(KIND, reader), take: reader.take };
}

function createEntryReader() {
  let entries: RawSitemapEntry[] = [];
  // As this file writes them: composing names per tag costs more than comparing.
  let names = { entry: '', loc: '', lastmod: '' };
  let entryType: RawSitemapEntry['type'] = 'page';
  let entry: RawSitemapEntry | undefined;
  let inVideo = false;
  let field: string | undefined;
  let value = '';

  function open(name: string, depth: number): void {
    if (depth === 1) openRoot(name);
    else if (depth === 2) entry = name === names.entry ? newEntry(entryType) : undefined;
    else if (depth === 3 && entry) openField(name, entry);
    else if (depth === 4 && inVideo) startField(localName(name));
  }

  function openRoot(name: string): void {
    const local = localName(name);
    if (local !== 'urlset' && local !== 'sitemapindex') throw otherRootError(KIND, name);
    const prefix = name.slice(0, name.length - local.length);
    entryType = local === 'urlset' ? 'page' : 'child';
    const entry = `${prefix}${local === 'urlset' ? 'url' : 'sitemap'}`;
    names = { entry, loc: `${prefix}loc`, lastmod: `${prefix}lastmod` };
  }

  function openField(name: string, current: RawSitemapEntry): void {
    if (name === names.loc) startField('loc');
    else if (name === names.lastmod) startField('lastmod');
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

  function close(depth: number): void {
    if (field !== undefined && depth === (inVideo ? 4 : 3)) endField(field, value.trim());
    else if (depth === 3) inVideo = false;
    if (depth === 2 && entry) {
      entries.push(entry);
      entry = undefined;
    }
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

function newEntry(type: RawSitemapEntry['type']): RawSitemapEntry {
  return { type, loc: '', lastmod: undefined, video: undefined };
}

function addVideoValue(video: Map<string, string[]> | undefined, name: string, value: string): void {
  const values = video?.get(name);
  if (values && values.length < MAX_VALUES) values.push(value);
  else if (!values && video && video.size < MAX_VALUES) video.set(name, [value]);
}
