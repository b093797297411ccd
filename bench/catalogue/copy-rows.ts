import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

type Field = string | number | boolean | Date | Buffer | readonly string[] | null;

const PIECE_LENGTH = 60_000;

/** Streams rows into a table by COPY, with backpressure. Names are trusted. */
export async function copyRows(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Field[]>,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(pieces(rows)), target);
}

/** Batches rows: a stream chunk per row would cost more than the row. */
function* pieces(rows: Iterable<readonly Field[]>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += `${row.map(encode).join('\t')}\n`;
    if (text.length < PIECE_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text) yield Buffer.from(text);
}

/** A field in COPY's text format (PostgreSQL manual, "COPY", File Formats). */
function encode(field: Field): string {
  if (field === null) return '\\N';
  if (typeof field === 'string') return escapeText(field);
  if (field instanceof Date) return field.toISOString();
  if (Buffer.isBuffer(field)) return `\\\\x${field.toString('hex')}`;
  if (typeof field === 'object') return escapeText(`{${field.map(quoteElement).join(',')}}`);
  return String(field);
}

function quoteElement(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
