import type { DumpColumn, DumpLayout } from '@vesper/contract';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { Parser } from 'htmlparser2';
import { cleanAddress, cleanExternalId, readDumpDate } from '../clean-text.ts';
import { type ListRow, toListItem } from '../file/list-row.ts';
import type { SourceItem } from '../source-item.ts';

const MOST_TAGS = 100;

/**
 * Relative addresses resolve against `base`; of an embed code only the frame's address is kept. Without a page, the
 * player or film identifies the video. Throws SourceError `bad_line` for wrong columns, `bad_address` without a
 * usable address.
 */
export function toDumpItem(fields: readonly string[], layout: DumpLayout, base: string): SourceItem {
  requireColumns(fields, layout.columns);
  const value = (column: DumpColumn) =>
    layout.waiting?.includes(column) ? '' : fieldOf(fields, layout.columns, column);
  const embedUrl = playerAddress(value('embed'));
  const [category = '', ...others] = listOf(value('categories'));
  const item = toListItem(
    new Map<string, unknown>([
      ...plain(fields, layout.columns),
      ['url', value('url') || embedUrl || value('file')],
      ['contentUrl', value('file')],
      ['embedUrl', embedUrl],
      ['thumbnail', firstAddress(value('thumbnail'))],
      // A video has one category here; the others become tags.
      ['tags', [...listOf(value('tags')), ...others]],
      ['category', category],
    ]) as unknown as ListRow,
    base,
  );
  const publishedAt = readDumpDate(value('date'))?.toISOString();
  return publishedAt === undefined ? item : { ...item, metadata: { ...item.metadata, publishedAt } };
}

/** At least one is set. */
export interface Deletion {
  externalId: string | undefined;
  url: string | undefined;
  embedUrl: string | undefined;
}

/** Throws SourceError `bad_line` if a line names no video. */
export function toDeletion(fields: readonly string[], { columns }: DumpLayout, base: string): Deletion {
  const value = (column: DumpColumn) => fieldOf(fields, columns, column);
  const deletion = {
    externalId: cleanExternalId(value('id')),
    url: cleanAddress(value('url'), base),
    embedUrl: cleanAddress(playerAddress(value('embed')), base),
  };
  if (Object.values(deletion).some((named) => named !== undefined)) return deletion;
  throw new SourceError('bad_line', 'It does not identify a video.');
}

const PLAIN: readonly DumpColumn[] = ['id', 'title', 'description', 'duration', 'width', 'height'];

function plain(fields: readonly string[], columns: readonly DumpColumn[]): [string, string][] {
  return PLAIN.map((column) => [column, decodeEntities(fieldOf(fields, columns, column))]);
}

function fieldOf(fields: readonly string[], columns: readonly DumpColumn[], column: DumpColumn): string {
  return fields[columns.indexOf(column)] ?? '';
}

/** A delimiter inside a field shifts the columns after it. */
function requireColumns(fields: readonly string[], columns: readonly DumpColumn[]): void {
  const needed = columns.findLastIndex((column) => column !== 'ignored') + 1;
  const isTooLong = fields.slice(columns.length).some((field) => field !== '');
  if (fields.length >= needed && !isTooLong) return;
  throw new SourceError('bad_line', `It does not have the ${columns.length} columns of the layout.`);
}

/** The first frame's address in an embed code, also an escaped one; without a tag, the text is the address. */
export function playerAddress(code: string): string {
  const text = /^\s*&lt;/i.test(code) ? decodeEntities(code) : code;
  const address = text.includes('<') ? frameAddress(text) : text.trim();
  return address.startsWith('//') ? `https:${address}` : address;
}

function frameAddress(html: string): string {
  let found = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      if (found === '' && name === 'iframe') found = attributes.src?.trim() ?? '';
    },
  });
  parser.end(html);
  return found;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  const parser = new Parser({ ontext: (part) => (decoded += part) });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}

function firstAddress(text: string): string {
  const first = text.split(/[\s;|]+|,(?=\s*(?:https?:)?\/\/)/, 1)[0] ?? '';
  return first.startsWith('//') ? `https:${first}` : first;
}

/** Split at "|", ";" or commas, the first of these found. */
function listOf(text: string): string[] {
  const names = decodeEntities(text);
  const separator = ['|', ';', ','].find((one) => names.includes(one)) ?? ',';
  return names
    .split(separator, MOST_TAGS)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
