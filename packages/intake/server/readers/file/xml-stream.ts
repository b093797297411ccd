import { SourceError, type SourceErrorCode } from '@vesper/core/lib/outbound/source-error.ts';
import { SaxesParser } from 'saxes';

/** In document order. May throw SourceError. */
export interface XmlHandlers {
  /** `depth` is 1 for the root. */
  open(name: string, depth: number, attributes: Readonly<Record<string, string>>): void;
  text(part: string): void;
  close(depth: number): void;
}

export interface XmlKind {
  /** As in "The sitemap is empty." */
  noun: string;
  notCode: SourceErrorCode;
  maxDepth: number;
}

export interface XmlParser {
  /** Throws SourceError; what was complete before has been handled. */
  write(text: string): void;
  /** Throws SourceError if the file is incomplete. */
  end(): void;
}

export interface EntryParser<T> extends XmlParser {
  take(): T[];
}

/** Longer tags, texts and comments are not kept in memory. */
const MAX_TOKEN_LENGTH = 256 * 1024;

/**
 * For external XML: refuses document type declarations, so only XML's own five entities expand; bounds depth and
 * token length. Undeclared prefixes are allowed.
 */
export function createXmlParser(kind: XmlKind, handlers: XmlHandlers): XmlParser {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  let depth = 0;
  let sinceToken = 0;
  let head = '';
  parser.on('doctype', (text) => {
    throw /^\s*html\b/i.test(text) ? webPageError(kind) : doctypeError(kind);
  });
  parser.on('opentag', (tag) => {
    sinceToken = 0;
    depth += 1;
    if (depth > kind.maxDepth) {
      throw new SourceError('broken_xml', `The ${kind.noun} is nested too deeply.`);
    }
    if (depth === 1 && localName(tag.name).toLowerCase() === 'html') throw webPageError(kind);
    handlers.open(tag.name, depth, tag.attributes);
  });
  parser.on('closetag', () => {
    sinceToken = 0;
    handlers.close(depth);
    depth -= 1;
  });
  parser.on('text', handlers.text);
  parser.on('cdata', handlers.text);

  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw explain(kind, head, parser.line, parser.column, error);
    }
  };
  return {
    write(text) {
      if (head.length < 1_000) head += text.slice(0, 1_000);
      sinceToken += text.length;
      guarded(() => parser.write(text));
      if (sinceToken > MAX_TOKEN_LENGTH) {
        throw new SourceError('broken_xml', `The ${kind.noun} contains a single piece of more than 256 KB.`);
      }
    },
    end() {
      // Open elements mean the rest is missing: worth a retry.
      if (depth > 0) throw cutError(kind);
      guarded(() => parser.close());
    },
  };
}

/** Batches: tens of thousands of single yields would cost more than parsing. Entries precede an error. */
export async function* parseBatches<T>(
  texts: AsyncIterable<string>,
  parser: EntryParser<T>,
): AsyncGenerator<T[], void, undefined> {
  for await (const text of texts) yield* batchOf(parser, () => parser.write(text));
  yield* batchOf(parser, () => parser.end());
}

export async function* parseEntries<T>(
  texts: AsyncIterable<string>,
  parser: EntryParser<T>,
): AsyncGenerator<T, void, undefined> {
  for await (const batch of parseBatches(texts, parser)) yield* batch;
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function otherRootError({ noun, notCode }: XmlKind, name: string): SourceError {
  const shown = name.slice(0, 40);
  return new SourceError(notCode, `The file is not a ${noun}: its outermost element is <${shown}>.`);
}

function* batchOf<T>(parser: EntryParser<T>, work: () => void): Generator<T[], void, undefined> {
  let fault: { error: unknown } | undefined;
  try {
    work();
  } catch (error) {
    fault = { error };
  }
  const batch = parser.take();
  if (batch.length > 0) yield batch;
  if (fault) throw fault.error;
}

function explain(kind: XmlKind, head: string, line: number, column: number, cause: unknown): SourceError {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (start === '') return new SourceError(kind.notCode, `The ${kind.noun} is empty.`, { cause });
  if (/^(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(start)) return webPageError(kind);
  const sentence = `The ${kind.noun} is not well-formed XML (line ${line}, column ${column}).`;
  return new SourceError('broken_xml', sentence, { cause });
}

function cutError({ noun }: XmlKind): SourceError {
  const sentence = `The ${noun} is cut off: it is not well-formed XML.`;
  return new SourceError('broken_xml', sentence, { kind: 'transient' });
}

function webPageError({ noun, notCode }: XmlKind): SourceError {
  return new SourceError(notCode, `The address returned a web page, not a ${noun}.`);
}

function doctypeError({ noun }: XmlKind): SourceError {
  const sentence = `The ${noun} has a document type declaration, which is not accepted.`;
  return new SourceError('broken_xml', sentence);
}
