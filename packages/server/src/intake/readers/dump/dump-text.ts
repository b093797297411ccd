import type { DumpLayout } from '@vesper/contract';
import type { Chunks } from '../../../kernel/lib/response-body.ts';
import type { SafeResponse } from '../../../kernel/lib/safe-fetch.ts';
import { charsetOfMark, peek, type SourceFileLimits, unpacked } from '../source-file.ts';
import { unzip } from './unzip.ts';

type Charset = DumpLayout['charset'];

/** Enough to recognise a zip archive, and to tell UTF-16 and Latin-1 from UTF-8. */
const ZIP_HEAD = 4;
const CHARSET_HEAD = 65_536;

/** The files of a dump: itself, packed by gzip or not, or those of a zip archive. */
export async function* dumpFiles(
  response: SafeResponse,
  limits: SourceFileLimits,
): AsyncGenerator<Chunks, void, undefined> {
  const { head, whole } = await peek(response.body, ZIP_HEAD);
  // "PK\3\4", or "PK\5\6" of an empty archive.
  const isZip = head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
  if (isZip) yield* unzip(whole, limits);
  else yield unpacked(whole, limits);
}

/**
 * The text of a file as a stream. A byte order mark says its charset; else `charset` does, or its beginning where that
 * is undefined. `onCharset` learns which it is.
 */
export async function* decoded(
  bytes: Chunks,
  charset: Charset | undefined,
  onCharset: (charset: Charset) => void = () => undefined,
): AsyncGenerator<string, void, undefined> {
  const { head, whole } = await peek(bytes, charset === undefined ? CHARSET_HEAD : 3);
  const chosen = (charsetOfMark(head) as Charset | undefined) ?? charset ?? guessCharset(head);
  onCharset(chosen);
  const decoder = new TextDecoder(chosen);
  for await (const chunk of whole) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Delimiters and digits have a zero byte in UTF-16 and none elsewhere; what is not UTF-8 is taken for Latin-1. */
export function guessCharset(head: Uint8Array): Charset {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > head.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
